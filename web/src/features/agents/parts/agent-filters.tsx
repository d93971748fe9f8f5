import type { AgentPublication, AgentSort } from '@antiphon/contract/agents';
import { Button, SegmentedControl, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconLayoutGrid, IconList, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { currentRegion, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './agent-list.module.css';

const here = '/app/$region/agents';
const searchDelayMs = 250;
const sorts: AgentSort[] = ['created', 'changed', 'title'];
const states: AgentPublication[] = ['published', 'changed', 'draft'];

/** What narrows the list, its order and its view. `isBare`: there is nothing to narrow, only the trash is offered. */
export function AgentFilters({ isBare }: { isBare: boolean }) {
  const t = useTexts('agents');
  const { search, sort = 'created', tag, state, view = 'table' } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const { uid } = useWorkspace();
  const tags = useQuery(query.agents.listTags.queryOptions({ input: { uid } }));
  const change = (part: object) => void navigate({ search: (old) => ({ ...old, ...part }), replace: true });
  const setSearch = useDebouncedCallback(
    (value: string) => change({ search: value.trim() || undefined }),
    searchDelayMs,
  );
  const trash = (
    <Button
      variant="subtle"
      color="gray"
      className={styles.trash}
      leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link to={here} params={{ region: currentRegion() }} search={{ trash: true }} {...props} />
      )}
    >
      {t('trash.title')}
    </Button>
  );
  if (isBare) return trash;
  const known = tags.data?.items ?? [];
  return (
    <>
      <TextInput
        // Cleared from elsewhere, it starts anew.
        key={search === undefined ? 'empty' : 'searched'}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        defaultValue={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={styles.search}
      />
      {(known.length > 0 || tag !== undefined) && (
        <Select
          aria-label={t('tags.filter')}
          placeholder={t('tags.filter')}
          className={styles.filter}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('tags.clear') }}
          value={tag ?? null}
          onChange={(value) => change({ tag: value ?? undefined })}
          data={[...new Set([...known.map((item) => item.tag), ...(tag === undefined ? [] : [tag])])]}
        />
      )}
      <Select<AgentPublication | 'any'>
        aria-label={t('states.filter')}
        className={styles.filter}
        allowDeselect={false}
        value={state ?? 'any'}
        onChange={(value) => change({ state: value === 'any' || value === null ? undefined : value })}
        data={[
          { value: 'any', label: t('states.any') },
          ...states.map((value) => ({ value, label: t(`states.${value}`) })),
        ]}
      />
      <Select<AgentSort>
        aria-label={t('sort.label')}
        className={styles.filter}
        allowDeselect={false}
        value={sort}
        onChange={(value) => change({ sort: value === 'created' || value === null ? undefined : value })}
        data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
      />
      <SegmentedControl
        aria-label={t('view.label')}
        className={styles.view}
        value={view}
        onChange={(value) => change({ view: value === 'cards' ? 'cards' : undefined })}
        data={[
          { value: 'table', label: <ViewIcon Icon={IconList} label={t('view.table')} /> },
          { value: 'cards', label: <ViewIcon Icon={IconLayoutGrid} label={t('view.cards')} /> },
        ]}
      />
      {trash}
    </>
  );
}

function ViewIcon({ Icon, label }: { Icon: typeof IconList; label: string }) {
  return (
    <span className={styles.viewIcon} title={label}>
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
