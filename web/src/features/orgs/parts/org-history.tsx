import type { Org } from '@antiphon/contract/orgs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatSignedCredits } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { usageLabel } from '../../usage/usage-labels.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './orgs.module.css';

const SHOWN = 5;

/** The newest lines of the org's account, and the way to all of them. */
export function OrgHistory({ org }: { org: Org }) {
  const t = useTexts('orgs');
  // The labels of the lines.
  useTexts('billing');
  const { uid } = useWorkspace();
  const usage = useQuery(query.billing.listUsage.queryOptions({ input: { uid, orgId: org.ID, limit: SHOWN } }));
  const lines = usage.data?.items ?? [];
  if (usage.isError && !usage.data)
    return (
      <LoadFailure
        title={t('credits.historyFailed')}
        problem={toProblem(usage.error)}
        onRetry={() => void usage.refetch()}
      />
    );
  if (lines.length === 0) return null;
  return (
    <>
      <ul className={styles.history} aria-label={t('credits.history')}>
        {lines.map((line) => (
          <li key={line.id}>
            <span>{usageLabel(line)}</span>
            <span className={styles.when}>
              <RelativeTime date={line.ts} />
            </span>
            <span className={styles.change}>
              {formatSignedCredits(line.direction === 'increase' ? line.amount : -line.amount)}
            </span>
          </li>
        ))}
      </ul>
      <Link
        className={styles.all}
        to="/app/$region/usage"
        params={{ region: currentRegion() }}
        search={{ orgId: org.ID }}
      >
        {t('credits.all')}
      </Link>
    </>
  );
}
