import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query, toProblem } from '../../api.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import { AgentState } from './agent-state.tsx';

/** One agent. The tabs hang in here. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId } }));
  if (agent.isPending) {
    return (
      <Page>
        <FormSkeleton />
      </Page>
    );
  }
  if (agent.isError) {
    return (
      <Page>
        <LoadFailure
          title="The agent could not be loaded."
          problem={toProblem(agent.error)}
          onRetry={() => void agent.refetch()}
        />
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={agent.data.title}
        description={agent.data.description}
        action={<AgentState {...agent.data} />}
      />
    </Page>
  );
}
