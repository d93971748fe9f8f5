import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { formatCount } from '../../../ui/format/format.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './overview-tab.module.css';

export function OverviewCounts() {
  const t = useTexts('agent-page');
  const { agent } = useWorkingCopy();
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
        <dt>{t('counts.credits')}</dt>
        <dd>
          <Link
            to="/app/$region/usage"
            params={{ region: currentRegion() }}
            search={{ agentId: agent.ID }}
            className={styles.all}
          >
            {t('counts.seeUsage')}
          </Link>
        </dd>
      </div>
    </dl>
  );
}
