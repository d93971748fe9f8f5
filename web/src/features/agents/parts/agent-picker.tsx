import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { truncateChars } from '../../../ui/format/format.ts';
import { SearchList } from '../../../ui/lists/search-list.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

const shownChars = 20;
const dropdownHeightPx = 300;
const fieldHeightPx = 45;
const searchDelayMs = 200;
const pageSize = 50;

interface AgentPickerProps {
  agentId: string | null;
  onClose: () => void;
}

/** All agents by pages, searched by the server. Another agent opens at the same sub-path. */
export function AgentPicker({ agentId, onClose }: AgentPickerProps) {
  const t = useTexts('shell');
  const { uid } = useWorkspace();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), searchDelayMs);
  const agents = useInfiniteQuery(
    query.agents.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, search: searched || undefined, limit: pageSize, cursor }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  const items = agents.data?.pages.flatMap((page) => page.items) ?? [];
  const open = (id: string) => {
    onClose();
    const tab = agentId === null ? 'overview' : (pathname.split('/')[5] ?? 'overview');
    void navigate({ to: '/app/$region/agents/$agentId/$tab', params: { region: currentRegion(), agentId: id, tab } });
  };
  const empty = searched === '' ? t('agents.none') : t('agents.noMatch');
  return (
    <SearchList
      label={t('agents.search')}
      placeholder={t('agents.search')}
      query={search}
      onQuery={setSearch}
      groups={
        items.length === 0
          ? []
          : [
              {
                items: items.map((agent) => ({
                  id: agent.ID,
                  label: truncateChars(agent.title, shownChars),
                  title: agent.title,
                  isCurrent: agent.ID === agentId,
                  run: () => open(agent.ID),
                })),
              },
            ]
      }
      empty={agents.isError ? t('agents.failed') : empty}
      count={(count) => t('palette.found', { count })}
      isLoading={agents.isFetching}
      onClose={onClose}
      onEnd={() => agents.hasNextPage && !agents.isFetchingNextPage && void agents.fetchNextPage()}
      maxHeight={dropdownHeightPx - fieldHeightPx}
    />
  );
}
