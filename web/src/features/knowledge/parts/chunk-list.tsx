import type { KnowledgeChunk } from '@antiphon/contract/knowledge';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatLanguage } from '../../../ui/format/format.ts';
import styles from './document-drawer.module.css';

const step = 30;

/** The passages that a document was cut into, each with the headings above it and its language. */
export function ChunkList({ chunks }: { chunks: KnowledgeChunk[] }) {
  const t = useTexts('knowledge');
  const ui = useTexts('ui');
  const [shown, setShown] = useState(step);
  return (
    <section className={styles.passages}>
      <h3 className={styles.heading}>
        {t('passages.title')} <span className="tabular">{formatCount(chunks.length)}</span>
      </h3>
      {chunks.length === 0 && <p className={styles.nothing}>{t('passages.none')}</p>}
      <ol className={styles.list}>
        {chunks.slice(0, shown).map((chunk) => (
          <li key={chunk.id} className={styles.passage}>
            <div className={styles.path}>
              {chunk.headingPath.length > 0 ? (
                <span data-text="content" dir="auto">
                  {chunk.headingPath.join(' / ')}
                </span>
              ) : (
                <span>{t('passages.start')}</span>
              )}
              {/* 'simple' stands for a text too short to tell its language. */}
              {chunk.language === 'simple' ? (
                <span>{t('passages.noLanguage')}</span>
              ) : (
                <span data-text="content" dir="auto">
                  {formatLanguage(chunk.language)}
                </span>
              )}
            </div>
            <p className={styles.text} data-text="content" dir="auto">
              {chunk.text}
            </p>
          </li>
        ))}
      </ol>
      {chunks.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + step)}>
          {ui('showMore')}
        </Button>
      )}
    </section>
  );
}
