import type { KnowledgeChunk } from '@antiphon/contract/knowledge';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import styles from './document-drawer.module.css';

const step = 30;
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** The passages that a document was cut into, each with the headings above it and its language. */
export function ChunkList({ chunks }: { chunks: KnowledgeChunk[] }) {
  const [shown, setShown] = useState(step);
  return (
    <section className={styles.passages}>
      <h3 className={styles.heading}>
        Passages <span className="tabular">{formatCount(chunks.length)}</span>
      </h3>
      {chunks.length === 0 && <p className={styles.nothing}>There are no passages yet.</p>}
      <ol className={styles.list}>
        {chunks.slice(0, shown).map((chunk) => (
          <li key={chunk.id} className={styles.passage}>
            <div className={styles.path}>
              <span>{chunk.headingPath.join(' / ') || 'Start of the document'}</span>
              <span>{languageOf(chunk.language)}</span>
            </div>
            <p className={styles.text}>{chunk.text}</p>
          </li>
        ))}
      </ol>
      {chunks.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + step)}>
          Show more
        </Button>
      )}
    </section>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The index names languages by tags or in English words; 'simple' stands for a text too short to tell. */
function languageOf(language: string): string {
  if (language === 'simple') return 'Language not known';
  try {
    return capitalised(languageNames.of(language) ?? language);
  } catch {
    return capitalised(language);
  }
}
