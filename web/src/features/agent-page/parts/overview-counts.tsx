import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

export function OverviewCounts() {
  const { agent } = useWorkingCopy();
  return (
    <dl className={styles.counts}>
      <div className={styles.count}>
        <dt>Documents</dt>
        <dd className="tabular">{formatCount(agent.documents)}</dd>
      </div>
      <div className={styles.count}>
        <dt>Conversations</dt>
        <dd className="tabular">{formatCount(agent.conversations)}</dd>
      </div>
      <div className={styles.count}>
        <dt>Published version</dt>
        <dd className="tabular">{agent.publishedVersion ?? 'None yet'}</dd>
      </div>
      <div className={styles.count}>
        <dt>Last changed</dt>
        <dd>
          <RelativeTime date={agent.lastModified} />
        </dd>
      </div>
      <div className={styles.count}>
        <dt>Credits</dt>
        <dd>
          <Link
            to="/app/$region/usage"
            params={{ region: currentRegion() }}
            search={{ agentId: agent.ID }}
            className={styles.all}
          >
            See usage
          </Link>
        </dd>
      </div>
    </dl>
  );
}
