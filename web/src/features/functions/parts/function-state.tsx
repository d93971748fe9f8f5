import type { FunctionLine } from '@antiphon/contract/functions';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import styles from './functions.module.css';

/** A draft, a published revision, or one that the working copy has gone on from. */
export function FunctionState({
  of: { revision, hasChanges, isOff = false },
}: {
  of: Pick<FunctionLine, 'revision' | 'hasChanges'> & { isOff?: boolean };
}) {
  const t = useTexts('functions');
  if (isOff) return <StatusBadge tone="bad">{t('states.off')}</StatusBadge>;
  if (revision === null) return <StatusBadge tone="neutral">{t('states.draft')}</StatusBadge>;
  return (
    <>
      <StatusBadge tone={hasChanges ? 'warn' : 'good'}>{t('states.published', { number: revision })}</StatusBadge>
      {hasChanges && <div className={styles.sub}>{t('states.changed')}</div>}
    </>
  );
}
