import type { UsageEntry } from '@antiphon/contract/billing';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatSignedCredits } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { usageLabel } from '../../usage/usage-labels.ts';
import styles from './usage.module.css';

export function UsageRow({ entry, isFractional }: { entry: UsageEntry; isFractional: boolean }) {
  const t = useTexts('billing');
  const ui = useTexts('ui');
  const isIncrease = entry.direction === 'increase';
  const amount = Math.abs(entry.amount);
  return (
    <tr>
      <td className={`${cell.muted} ${cell.wideOnly} ${styles.when}`}>
        <RelativeTime date={entry.ts} />
      </td>
      <td>
        {usageLabel(entry)}
        <div className={styles.narrow}>
          <RelativeTime date={entry.ts} />
          {entry.agentTitle !== null && (
            <>
              {ui('comma')}
              <bdi>{entry.agentTitle}</bdi>
            </>
          )}
        </div>
      </td>
      <td className={cell.wideOnly}>
        <div className={styles.agent} title={entry.agentTitle ?? undefined}>
          {entry.agentId === null ? (
            <span className={cell.muted}>{t('usage.ofNone')}</span>
          ) : (
            <Link
              to="/app/$region/agents/$agentId/$tab"
              params={{ region: currentRegion(), agentId: entry.agentId, tab: 'overview' }}
              className={styles.link}
            >
              {entry.agentTitle === null ? (
                t('usage.deletedAgent')
              ) : (
                <span data-text="content" dir="auto">
                  {entry.agentTitle}
                </span>
              )}
            </Link>
          )}
        </div>
      </td>
      <td className={`${cell.number} ${isIncrease ? styles.increase : ''}`}>
        {formatSignedCredits(isIncrease ? amount : -amount, isFractional)}
      </td>
    </tr>
  );
}
