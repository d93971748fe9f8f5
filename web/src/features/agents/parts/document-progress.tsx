import type { KnowledgeDocument, ReadingProgress } from '@antiphon/contract/knowledge';
import { IconFileText, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { say, useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { AnotherAddress } from './another-address.tsx';
import styles from './build-progress.module.css';

type Step = ReadingProgress['step'];
const order: Step[] = ['waiting', 'finding', 'reading', 'indexing', 'done'];
const shown = ['waiting', 'finding', 'reading', 'indexing'] as const;

const isSite = ({ kind }: KnowledgeDocument) => kind === 'crawl' || kind === 'sitemap';

/** One document: where it stands, its counts, and what went wrong. */
export function DocumentProgress({ agentId, document }: { agentId: string; document: KnowledgeDocument }) {
  const t = useTexts('new-agent');
  const { progress, state, stateReason } = document;
  const Icon = document.url === null ? IconFileText : IconWorld;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.title} data-text="content" dir="auto" title={document.title}>
          {document.title}
        </span>
        <DocumentBadge document={document} />
      </div>
      {state !== 'SUCCESS' && progress.step !== 'done' && (
        <ol className={styles.steps}>
          {shown.map((step) => {
            const at = stepState(step, progress.step, state === 'ERROR');
            return (
              <li key={step} className={styles.step} data-step={at} aria-current={at === 'now' ? 'step' : undefined}>
                {t(step === 'finding' && !isSite(document) ? 'steps.opening' : `steps.${step}`)}
              </li>
            );
          })}
        </ol>
      )}
      {counts(document) !== '' && <p className={styles.counts}>{counts(document)}</p>}
      {stateReason !== null && (
        <p className={state === 'ERROR' ? styles.reason : styles.warning} data-text="content" dir="auto">
          {stateReason}
        </p>
      )}
      {progress.failed > 0 && isSite(document) && <FailedPages agentId={agentId} parentId={document.id} />}
      {state === 'ERROR' && document.url !== null && <AnotherAddress agentId={agentId} document={document} />}
    </li>
  );
}

function DocumentBadge({ document: { state } }: { document: KnowledgeDocument }) {
  const t = useTexts('new-agent');
  if (state === 'SUCCESS') return <StatusBadge tone="good">{t('states.SUCCESS')}</StatusBadge>;
  if (state === 'ERROR') return <StatusBadge tone="bad">{t('states.ERROR')}</StatusBadge>;
  return (
    <StatusBadge tone="accent" isBusy>
      {t(`states.${state}`)}
    </StatusBadge>
  );
}

function stepState(step: Step, current: Step, hasFailed: boolean): 'done' | 'now' | 'failed' | 'later' {
  const distance = order.indexOf(step) - order.indexOf(current);
  if (distance < 0) return 'done';
  if (distance > 0) return 'later';
  return hasFailed ? 'failed' : 'now';
}

function counts(document: KnowledgeDocument): string {
  const { found, read, failed, skipped } = document.progress;
  const passages = document.chunks > 0 && say('new-agent', 'counts.passages', { count: document.chunks });
  if (!isSite(document)) return passages || '';
  if (found === 0) return '';
  return [
    say('new-agent', 'counts.pages', { read, found }),
    failed > 0 && say('new-agent', 'counts.failed', { count: failed }),
    skipped > 0 && say('new-agent', 'counts.skipped', { count: skipped }),
    passages,
  ]
    .filter(Boolean)
    .join(say('ui', 'comma'));
}

const failuresShown = 5;

function FailedPages({ agentId, parentId }: { agentId: string; parentId: string }) {
  const t = useTexts('new-agent');
  const pages = useQuery(
    query.knowledge.list.queryOptions({ input: { id: agentId, parentId, state: 'ERROR', limit: failuresShown } }),
  );
  if (!pages.data || pages.data.items.length === 0) return null;
  return (
    <ul className={styles.failures}>
      {pages.data.items.map(({ id, url, title, stateReason }) => (
        <li key={id} data-text="content" dir="auto">
          {stateReason === null ? t('counts.pageFailed', { page: url ?? title }) : `${url ?? title}: ${stateReason}`}
        </li>
      ))}
    </ul>
  );
}
