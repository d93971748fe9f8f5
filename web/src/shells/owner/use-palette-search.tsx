import { useDebouncedValue } from '@mantine/hooks';
import { IconMessageCircle, IconRobot } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion, query } from '../../api.ts';
import { useWorkspace } from '../../features/workspaces/use-workspace.ts';
import type { SearchItem } from '../../ui/lists/search-list.tsx';
import type { Recent } from './palette-recent.ts';

const searchDelayMs = 200;
const shownMax = 6;
const agentPrefix = 'agent-';

/** Agents and conversations that the server finds. */
export function usePaletteSearch(wanted: string) {
  const { uid } = useWorkspace();
  const navigate = useNavigate();
  const [searched] = useDebouncedValue(wanted, searchDelayMs);
  const enabled = searched !== '' && wanted !== '';
  const input = { uid, search: searched, limit: shownMax };
  const shared = { enabled, placeholderData: keepPreviousData };
  const agents = useQuery(query.agents.list.queryOptions({ input, ...shared }));
  const conversations = useQuery(query.conversations.listAll.queryOptions({ input, ...shared }));
  const region = currentRegion();

  const agentItem = (id: string, label: string): SearchItem => ({
    id: agentPrefix + id,
    label,
    icon: <IconRobot size={16} stroke={1.5} />,
    run: () =>
      void navigate({ to: '/app/$region/agents/$agentId/$tab', params: { region, agentId: id, tab: 'overview' } }),
  });
  return {
    agents: enabled ? (agents.data?.items.map(({ ID, title }) => agentItem(ID, title)) ?? []) : [],
    conversations: enabled
      ? (conversations.data?.items.map(
          ({ id, firstQuestion, lastMessage, agentTitle }): SearchItem => ({
            id: `conversation-${id}`,
            label: firstQuestion || lastMessage,
            detail: agentTitle,
            icon: <IconMessageCircle size={16} stroke={1.5} />,
            run: () => void navigate({ to: '/app/$region/sessions', params: { region }, search: { convo: id } }),
          }),
        ) ?? [])
      : [],
    isLoading: wanted !== '' && (searched !== wanted || agents.isFetching || conversations.isFetching),
    isFailed: enabled && (agents.isError || conversations.isError),
    /** An agent that was opened from here before. */
    reopen: ({ id, label }: Recent): SearchItem | null =>
      id.startsWith(agentPrefix) ? agentItem(id.slice(agentPrefix.length), label) : null,
  };
}
