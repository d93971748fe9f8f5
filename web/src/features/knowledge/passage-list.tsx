import type { Passage } from '@antiphon/contract/knowledge';
import { useTexts } from '../../texts/texts.ts';
import styles from './passage-list.module.css';

/** Passages as a search ranked them: score, source, headings, text. `isDense` folds the text away. */
export function PassageList({ passages, isDense = false }: { passages: Passage[]; isDense?: boolean }) {
  return (
    <ol className={styles.list}>
      {passages.map((passage) => (
        <li key={passage.chunkId} className={styles.passage} data-dense={isDense || undefined}>
          <div className={styles.head}>
            <span className={styles.title} data-text="content" dir="auto" title={passage.url ?? passage.title}>
              {passage.title}
            </span>
            <Score value={passage.score} />
          </div>
          {passage.headingPath.length > 0 && (
            <div className={styles.path} data-text="content" dir="auto">
              {passage.headingPath.join(' / ')}
            </div>
          )}
          {isDense ? (
            <details className={styles.details} data-text="content" dir="auto">
              <summary>{passage.text}</summary>
              <p className={styles.text}>{passage.text}</p>
            </details>
          ) : (
            <p className={styles.text} data-text="content" dir="auto">
              {passage.text}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Score({ value }: { value: number }) {
  const t = useTexts('knowledge');
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <span className={styles.score} title={t('passages.score', { value: value.toFixed(4) })}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className="tabular">{value.toFixed(2)}</span>
    </span>
  );
}
