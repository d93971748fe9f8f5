import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount, formatCredits } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { dayAfter, ownTimeZone } from '../../analytics/ranges.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './overview-tab.module.css';

/** As many as the usage page shows at first. */
const usageDays = 28;

export function OverviewCounts() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
  const { uid } = useWorkspace();
  const now = new Date();
  const usage = useQuery(
    query.billing.sumUsage.queryOptions({
      input: {
        uid,
        agentId: agent.ID,
        from: dayAfter(now, 1 - usageDays),
        to: dayAfter(now, 0),
        timeZone: ownTimeZone(),
      },
      staleTime: 30_000,
    }),
  );
  return (
    <dl className={styles.counts}>
      <div className={styles.count}>
        <dt>{t('counts.documents')}</dt>
        <dd className="tabular">{formatCount(agent.documents)}</dd>
      </div>
      <div className={styles.count}>
        <dt>{t('counts.conversations')}</dt>
        <dd className="tabular">{formatCount(agent.conversations)}</dd>
      </div>
      <div className={styles.count}>
        <dt>{t('counts.version')}</dt>
        <dd className="tabular">{agent.publishedVersion ?? t('counts.noVersion')}</dd>
      </div>
      <div className={styles.count}>
        <dt>{t('counts.changed')}</dt>
        <dd>
          <RelativeTime date={agent.lastModified} />
        </dd>
      </div>
      <div className={styles.count}>
        <dt>{t('counts.credits', { days: usageDays })}</dt>
        <dd>
          <Link
            to="/app/$region/usage"
            params={{ region: currentRegion() }}
            search={{ agentId: agent.ID }}
            className={styles.all}
          >
            {usage.data ? formatCredits(usage.data.credits) : t('counts.seeUsage')}
          </Link>
        </dd>
      </div>
    </dl>
  );
}
