import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Page, PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { WorkingCopyProvider } from '../../working-copy/working-copy.tsx';

interface ClientAgentProps {
  agentId: string;
  title: string;
  /** Beside the title, once the agent is read. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page of a client's dashboard about one agent, with the agent read. */
export function ClientAgent({ agentId, title, action, children }: ClientAgentProps) {
  const t = useTexts('agent-page');
  const agent = useQuery(query.agents.get.queryOptions({ input: { id: agentId } }));
  return (
    <Page>
      {agent.data ? (
        <WorkingCopyProvider agent={agent.data}>
          <PageHeader title={title} action={action} />
          {children}
        </WorkingCopyProvider>
      ) : (
        <PageHeader title={title} />
      )}
      {agent.isPending && <FormSkeleton />}
      {agent.isError && agent.data === undefined && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(agent.error)} onRetry={() => void agent.refetch()} />
      )}
    </Page>
  );
}
