import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './document-drawer.module.css';
import { contentWords, isReading, progressWords, rateWords, stateTones } from './document-words.ts';

export function DocumentFacts({ document }: { document: KnowledgeDocument }) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  return (
    <dl className={styles.facts}>
      <dt>{t('document.state')}</dt>
      <dd>
        <StatusBadge tone={stateTones[document.state]} isBusy={isReading(document)}>
          {t(`states.${document.state}`)}
        </StatusBadge>{' '}
        {progressWords(document)}
        {document.stateReason !== null && (
          <div className={document.state === 'ERROR' ? styles.reason : undefined} data-text="content" dir="auto">
            {document.stateReason}
          </div>
        )}
      </dd>
      <dt>{t('document.kind')}</dt>
      <dd>{t(`kinds.${document.kind}`)}</dd>
      {document.url !== null && (
        <>
          <dt>{t('document.address')}</dt>
          <dd>
            <a href={document.url} data-text="content" dir="auto" target="_blank" rel="noopener noreferrer">
              {document.url}
            </a>
          </dd>
        </>
      )}
      <dt>{t('document.content')}</dt>
      <dd className="tabular">
        {[document.chars > 0 && t('content.chars', { count: document.chars }), contentWords(document)]
          .filter(Boolean)
          .join(ui('comma')) || t('content.none')}
      </dd>
      {document.url !== null && document.kind !== 'page' && (
        <>
          <dt>{t('document.readAgain')}</dt>
          <dd>{rateWords(document.refreshRate)}</dd>
        </>
      )}
      {document.lastReadAt !== null && (
        <>
          <dt>{t('document.lastRead')}</dt>
          <dd>
            <RelativeTime date={document.lastReadAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
