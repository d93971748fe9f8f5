import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../ui/states/skeletons.tsx';
import { WorkingCopyProvider } from '../working-copy/working-copy.tsx';
import { AgentFrame } from './parts/agent-frame.tsx';
import { AgentMissing } from './parts/agent-missing.tsx';
import { findTab } from './parts/tabs.ts';

/** One agent: its tabs share one working copy, one save bar, and the test chat beside them. */
export function AgentPage() {
  const t = useTexts('agent-page');
  const { agentId, tab } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId } }));
  const shown = findTab(tab);
  if (shown === undefined) return <AgentMissing isTabUnknown />;
  if (agent.data !== undefined) {
    return (
      <WorkingCopyProvider key={agentId} agent={agent.data}>
        <AgentFrame tab={shown} />
      </WorkingCopyProvider>
    );
  }
  if (agent.isError && [400, 404].includes(toProblem(agent.error).status)) return <AgentMissing />;
  return (
    <Page>
      {agent.isError ? (
        <LoadFailure title={t('loadFailed')} problem={toProblem(agent.error)} onRetry={() => void agent.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Page>
  );
}
