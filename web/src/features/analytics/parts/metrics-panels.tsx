import type { AgentId } from '@antiphon/contract/ids';
import styles from './analytics.module.css';
import { ChannelsChart, HoursChart, OutcomeChart, RatingsChart, VolumeChart } from './report-charts.tsx';
import { ReportFigures } from './report-figures.tsx';
import { WithReport } from './with-report.tsx';

const names = [
  'conversations',
  'resolved',
  'handoffs',
  'satisfied',
  'firstResponse',
  'claim',
  'operatorMessages',
] as const;

export function MetricsPanels({ agentId }: { agentId: AgentId }) {
  return (
    <WithReport agentId={agentId}>
      {(report) => (
        <>
          <ReportFigures report={report} names={names} />
          <VolumeChart report={report} />
          <div className={styles.pair}>
            <OutcomeChart report={report} />
            <RatingsChart report={report} />
          </div>
          <div className={styles.pair}>
            <HoursChart report={report} />
            <ChannelsChart report={report} />
          </div>
        </>
      )}
    </WithReport>
  );
}
