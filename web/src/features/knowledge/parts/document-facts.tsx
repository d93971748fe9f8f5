import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import styles from './document-drawer.module.css';
import { contentWords, isReading, kindWords, progressWords, rateWords, stateWords } from './document-words.ts';

export function DocumentFacts({ document }: { document: KnowledgeDocument }) {
  const { tone, label } = stateWords[document.state];
  return (
    <dl className={styles.facts}>
      <dt>State</dt>
      <dd>
        <StatusBadge tone={tone} isBusy={isReading(document)}>
          {label}
        </StatusBadge>{' '}
        {progressWords(document)}
        {document.stateReason !== null && (
          <div className={document.state === 'ERROR' ? styles.reason : undefined}>{document.stateReason}</div>
        )}
      </dd>
      <dt>Kind</dt>
      <dd>{kindWords[document.kind]}</dd>
      {document.url !== null && (
        <>
          <dt>Address</dt>
          <dd>
            <a href={document.url} target="_blank" rel="noopener noreferrer">
              {document.url}
            </a>
          </dd>
        </>
      )}
      <dt>Content</dt>
      <dd className="tabular">
        {[document.chars > 0 && `${formatCount(document.chars)} characters`, contentWords(document)]
          .filter(Boolean)
          .join(', ') || 'Nothing yet'}
      </dd>
      {document.url !== null && document.kind !== 'page' && (
        <>
          <dt>Read again</dt>
          <dd>{rateWords(document.refreshRate)}</dd>
        </>
      )}
      {document.lastReadAt !== null && (
        <>
          <dt>Last read</dt>
          <dd>
            <RelativeTime date={document.lastReadAt} />
          </dd>
        </>
      )}
    </dl>
  );
}
