import type { AgentId } from '@antiphon/contract/ids';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { VolumeChart } from './parts/report-charts.tsx';
import { ReportFigures } from './parts/report-figures.tsx';
import { TopicPanels } from './parts/topic-panels.tsx';
import { WithReport } from './parts/with-report.tsx';
import { RangeBar } from './range-bar.tsx';

const names = ['conversations', 'messages', 'answered', 'leads'] as const;

/** What people ask, in a client's dashboard. */
export function AnalyticsPage({ agentId }: { agentId: AgentId }) {
  const t = useTexts('analytics');
  const { pages } = useClient();
  return (
    <Page>
      <PageHeader title={t('analytics.title')} description={t('analytics.text')}>
        <RangeBar />
      </PageHeader>
      <WithReport agentId={agentId}>
        {(report) => (
          <>
            <ReportFigures report={report} names={names} />
            <VolumeChart report={report} />
          </>
        )}
      </WithReport>
      <TopicPanels agentId={agentId} mayRead={pages.includes('/convos')} mayTeach={pages.includes('/kb')} />
    </Page>
  );
}
