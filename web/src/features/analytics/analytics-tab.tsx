import type { AgentId } from '@antiphon/contract/ids';
import { useParams } from '@tanstack/react-router';
import styles from './parts/analytics.module.css';
import { MetricsPanels } from './parts/metrics-panels.tsx';
import { RangeBar } from './parts/range-bar.tsx';
import { TopicPanels } from './parts/topic-panels.tsx';

/** Everything about one agent, on its page of the owner's shell. */
export function AnalyticsTab() {
  const { agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const id = agentId as AgentId;
  return (
    <>
      <div className={styles.tabHead}>
        <RangeBar />
      </div>
      <MetricsPanels agentId={id} />
      <TopicPanels agentId={id} mayRead mayTeach />
    </>
  );
}
