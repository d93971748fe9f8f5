import type { KnowledgeDocument, ReadingProgress } from '@antiphon/contract/knowledge';
import { IconFileText, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { formatPlural } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import styles from './build-progress.module.css';

type Step = ReadingProgress['step'];
const order: Step[] = ['waiting', 'finding', 'reading', 'indexing', 'done'];
const shown: { step: Step; label: string; siteLabel?: string }[] = [
  { step: 'waiting', label: 'Waiting' },
  { step: 'finding', label: 'Opening', siteLabel: 'Finding pages' },
  { step: 'reading', label: 'Reading' },
  { step: 'indexing', label: 'Indexing' },
];

const isSite = ({ kind }: KnowledgeDocument) => kind === 'crawl' || kind === 'sitemap';

/** One document: where it stands, its counts, and what went wrong. */
export function DocumentProgress({ agentId, document }: { agentId: string; document: KnowledgeDocument }) {
  const { progress, state, stateReason } = document;
  const Icon = document.url === null ? IconFileText : IconWorld;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Icon size={18} stroke={1.5} aria-hidden="true" />
        <span className={styles.title} title={document.title}>
          {document.title}
        </span>
        <DocumentBadge document={document} />
      </div>
      {state !== 'SUCCESS' && progress.step !== 'done' && (
        <ol className={styles.steps}>
          {shown.map(({ step, label, siteLabel }) => {
            const at = stepState(step, progress.step, state === 'ERROR');
            return (
              <li key={step} className={styles.step} data-step={at} aria-current={at === 'now' ? 'step' : undefined}>
                {isSite(document) ? (siteLabel ?? label) : label}
              </li>
            );
          })}
        </ol>
      )}
      {counts(document) !== '' && <p className={styles.counts}>{counts(document)}</p>}
      {stateReason !== null && <p className={state === 'ERROR' ? styles.reason : styles.warning}>{stateReason}</p>}
      {progress.failed > 0 && isSite(document) && <FailedPages agentId={agentId} parentId={document.id} />}
    </li>
  );
}

function DocumentBadge({ document: { state } }: { document: KnowledgeDocument }) {
  if (state === 'SUCCESS') return <StatusBadge tone="good">Read</StatusBadge>;
  if (state === 'ERROR') return <StatusBadge tone="bad">Failed</StatusBadge>;
  return (
    <StatusBadge tone="accent" isBusy>
      {state === 'INITIALIZED' ? 'Waiting' : 'Reading'}
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
  if (!isSite(document)) return document.chunks > 0 ? formatPlural(document.chunks, 'passage', 'passages') : '';
  if (found === 0) return '';
  return [
    `${formatPlural(read, 'page', 'pages')} read of ${found} found`,
    failed > 0 && `${failed} failed`,
    skipped > 0 && `${skipped} left out`,
    document.chunks > 0 && formatPlural(document.chunks, 'passage', 'passages'),
  ]
    .filter(Boolean)
    .join(', ');
}

const failuresShown = 5;

function FailedPages({ agentId, parentId }: { agentId: string; parentId: string }) {
  const pages = useQuery(
    query.knowledge.list.queryOptions({ input: { id: agentId, parentId, state: 'ERROR', limit: failuresShown } }),
  );
  if (!pages.data || pages.data.items.length === 0) return null;
  return (
    <ul className={styles.failures}>
      {pages.data.items.map(({ id, url, title, stateReason }) => (
        <li key={id}>
          {url ?? title}: {stateReason ?? 'could not be read.'}
        </li>
      ))}
    </ul>
  );
}
