import type { AgentId } from '@antiphon/contract/ids';
import styles from './analytics.module.css';
import { ChannelsChart, HoursChart, OutcomeChart, RatingsChart, VolumeChart } from './report-charts.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ScorePanels } from './score-panels.tsx';
import { WithReport } from './with-report.tsx';

const names = [
  'conversations',
  'resolved',
  'handoffs',
  'satisfied',
  'score',
  'rated',
  'thumbs',
  'firstResponse',
  'claim',
  'operatorMessages',
] as const;

export function MetricsPanels({ agentId, mayRead }: { agentId: AgentId; mayRead: boolean }) {
  return (
    <>
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
      <ScorePanels agentId={agentId} mayRead={mayRead} />
    </>
  );
}
