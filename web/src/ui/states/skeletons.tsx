import { Skeleton } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import styles from './skeletons.module.css';

function LoadingWord() {
  const t = useTexts('ui');
  return <span className={styles.word}>{t('loading')}</span>;
}

/** Rows of a list that is being read. Appears after 300 ms, so that fast answers do not flicker. */
export function RowsSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={styles.rows} aria-busy="true">
      <LoadingWord />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={row} className={styles.row}>
          <Skeleton height={12} width={`${42 - (row % 3) * 8}%`} />
          <Skeleton height={12} width={64} />
        </div>
      ))}
    </div>
  );
}

/** Fields of a form that is being read. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <div className={styles.form} aria-busy="true">
      <LoadingWord />
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={field}>
          <Skeleton height={12} width={96} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  );
}
