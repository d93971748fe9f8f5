import type { AgentId, ClientId, OrgId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

interface Change {
  agentId: AgentId;
  isAssigned: boolean;
}

/** Gives agents to an org or to one of its people. A client's agent is the org's first. */
export function useAssignments(org: Org) {
  const t = useTexts('clients');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const meta = { failure: t('agents.failed') };
  const onSettled = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: query.orgs.key() }),
      queryClient.invalidateQueries({ queryKey: query.clients.key() }),
    ]);
  const setForOrg = (orgId: OrgId, { agentId, isAssigned }: Change) =>
    isAssigned ? api.orgs.assignAgent({ uid, orgId, agentId }) : api.orgs.removeAgent({ uid, orgId, agentId });
  const forOrg = useMutation({ mutationFn: (change: Change) => setForOrg(org.ID, change), meta, onSettled });
  const forClient = useMutation({
    mutationFn: async ({ clientId, agentId, isAssigned }: Change & { clientId: ClientId }) => {
      if (!isAssigned) return api.clients.removeAgent({ uid, clientId, agentId });
      if (!org.widgetIDs.includes(agentId)) await setForOrg(org.ID, { agentId, isAssigned });
      return api.clients.assignAgent({ uid, clientId, agentId });
    },
    meta,
    onSettled,
  });
  return { forOrg, forClient };
}

const TYPE = 'application/x-agent';

/** What is dragged is an agent of the shelf. */
export const dragAgent = (agentId: AgentId) => ({
  draggable: true,
  onDragStart: (event: React.DragEvent) => {
    event.dataTransfer.setData(TYPE, agentId);
    event.dataTransfer.effectAllowed = 'copy';
  },
});

/** A place that takes agents; `data-over` while one is held above it. */
export const dropAgent = (isEnabled: boolean, onDrop: (agentId: AgentId) => void) =>
  isEnabled
    ? {
        onDragOver: (event: React.DragEvent<HTMLElement>) => {
          if (!event.dataTransfer.types.includes(TYPE)) return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.dataset.over = 'true';
        },
        onDragLeave: (event: React.DragEvent<HTMLElement>) => {
          delete event.currentTarget.dataset.over;
        },
        onDrop: (event: React.DragEvent<HTMLElement>) => {
          event.preventDefault();
          event.stopPropagation();
          delete event.currentTarget.dataset.over;
          const agentId = event.dataTransfer.getData(TYPE);
          if (agentId !== '') onDrop(agentId as AgentId);
        },
      }
    : {};
