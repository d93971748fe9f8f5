import type { AgentId } from '@antiphon/contract/ids';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { MetricsPanels } from './parts/metrics-panels.tsx';
import { RangeBar } from './range-bar.tsx';

/** How well it goes. */
export function MetricsPage({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const { pages } = useClient();
  return (
    <Page>
      <PageHeader title={t('metrics.title')} description={t('metrics.text')}>
        <RangeBar />
      </PageHeader>
      <MetricsPanels agentId={agentId} mayRead={pages.includes('/convos')} />
    </Page>
  );
}
