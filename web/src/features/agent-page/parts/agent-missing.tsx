import { Button } from '@mantine/core';
import { IconCompass, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Page } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useRestoreAgent } from '../../agents/use-restore-agent.ts';
import { useMay, useWorkspace } from '../../workspaces/use-workspace.ts';

/** Where an address names no agent, one in the trash, or a part that agents do not have. */
export function AgentMissing({ isTabUnknown = false }: { isTabUnknown?: boolean }) {
  const ui = useTexts('ui');
  const { agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const region = currentRegion();
  if (isTabUnknown)
    return (
      <Missing
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/app/$region/agents/$agentId/$tab" params={{ region, agentId, tab: 'overview' }} {...props} />
            )}
          >
            {ui('notFound.toAgent')}
          </Button>
        }
      />
    );
  return <Absent agentId={agentId} />;
}

function Absent({ agentId }: { agentId: string }) {
  const t = useTexts('agent-page');
  const agents = useTexts('agents');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const trash = useQuery(query.agents.listTrash.queryOptions({ input: { uid, id: agentId, limit: 1 } }));
  const restoring = useRestoreAgent();
  const mayRestore = useMay('agents.write');
  const trashed = trash.data?.items[0];
  if (trash.isPending) return null;
  if (trashed === undefined)
    return (
      <Missing
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/app/$region/agents" params={{ region: currentRegion() }} {...props} />}
          >
            {ui('notFound.action')}
          </Button>
        }
      />
    );
  return (
    <Page>
      <EmptyState
        icon={<IconTrash size={28} stroke={1.5} />}
        title={t('trashed.title', { title: trashed.title })}
        description={t('trashed.text')}
        action={
          mayRestore && (
            <Button loading={restoring.isPending} onClick={() => restoring.mutate(agentId)}>
              {agents('trash.restore')}
            </Button>
          )
        }
      />
    </Page>
  );
}

function Missing({ action }: { action: ReactNode }) {
  const ui = useTexts('ui');
  return (
    <Page>
      <EmptyState
        icon={<IconCompass size={28} stroke={1.5} />}
        title={ui('notFound.title')}
        description={ui('notFound.text')}
        action={action}
      />
    </Page>
  );
}
