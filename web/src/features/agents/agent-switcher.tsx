import { Combobox, Loader, ScrollArea, UnstyledButton, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { currentRegion, query } from '../../api.ts';
import { truncateChars } from '../../ui/format.ts';
import styles from '../../ui/switcher.module.css';
import { useWorkspace } from '../workspaces/use-workspace.ts';

const shownChars = 20;
const dropdownHeightPx = 300;
const searchDelayMs = 200;

/** Agent dropdown of the top bar, with search. Another agent opens at the same sub-path. */
export function AgentSwitcher({ agentId }: { agentId: string | null }) {
  const { uid } = useWorkspace();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), searchDelayMs);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const agents = useQuery(
    query.agents.list.queryOptions({
      input: { uid, search: searched || undefined, limit: 50 },
      enabled: combobox.dropdownOpened,
      placeholderData: keepPreviousData,
    }),
  );
  const selected = useQuery(query.agents.get.queryOptions({ input: { id: agentId ?? '' }, enabled: agentId !== null }));
  const title = agentId === null ? null : selected.data?.title;

  const open = (id: string) => {
    combobox.closeDropdown();
    const tab = agentId === null ? 'overview' : (pathname.split('/')[5] ?? 'overview');
    void navigate({ to: '/app/$region/agents/$agentId/$tab', params: { region: currentRegion(), agentId: id, tab } });
  };
  return (
    <Combobox store={combobox} onOptionSubmit={open} width={280} position="bottom-start" withinPortal>
      <Combobox.Target withAriaAttributes={false}>
        <UnstyledButton
          className={styles.target}
          onClick={() => combobox.toggleDropdown()}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
        >
          {title && <VisuallyHidden>Agent: </VisuallyHidden>}
          <span className={title ? styles.name : `${styles.name} ${styles.placeholder}`} title={title ?? undefined}>
            {title ? truncateChars(title, shownChars) : 'Select agent'}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Search agents"
          aria-label="Search agents"
          rightSection={agents.isFetching ? <Loader size={14} /> : null}
        />
        <Combobox.Options aria-label="Agents">
          <ScrollArea.Autosize mah={dropdownHeightPx - 44} type="auto">
            {agents.data?.items.map((agent) => (
              <Combobox.Option key={agent.ID} value={agent.ID} active={agent.ID === agentId} title={agent.title}>
                {truncateChars(agent.title, shownChars)}
              </Combobox.Option>
            ))}
            {agents.data?.items.length === 0 && (
              <Combobox.Empty>
                {searched === '' ? 'There are no agents yet.' : 'No agent has this name.'}
              </Combobox.Empty>
            )}
            {agents.isError && <Combobox.Empty>The agents could not be loaded.</Combobox.Empty>}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
