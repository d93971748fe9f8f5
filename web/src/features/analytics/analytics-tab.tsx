import type { AgentId } from '@antiphon/contract/ids';
import { useParams } from '@tanstack/react-router';
import styles from './parts/analytics.module.css';
import { MetricsPanels } from './parts/metrics-panels.tsx';
import { TopicPanels } from './parts/topic-panels.tsx';
import { RangeBar } from './range-bar.tsx';

/** Everything about one agent, on its page of the owner's shell. */
export function AnalyticsTab() {
  const { agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const id = agentId as AgentId;
  return (
    <>
      <div className={styles.tabHead}>
        <RangeBar />
      </div>
      <MetricsPanels agentId={id} mayRead />
      <TopicPanels agentId={id} mayRead mayTeach />
    </>
  );
}
