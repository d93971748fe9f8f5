import type { FunctionLine } from '@antiphon/contract/functions';
import { Button } from '@mantine/core';
import { IconApi, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { currentRegion, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { ListSearch } from '../../ui/lists/list-filters.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { FunctionRow } from './parts/function-row.tsx';
import styles from './parts/functions.module.css';

/** From so many on the list can be searched. */
const SEARCHED_FROM = 8;

/** The calls of other systems that agents may make. */
export function FunctionsPage() {
  const t = useTexts('functions');
  const { search } = useSearch({ from: '/app/$region/integrations' });
  const navigate = useNavigate({ from: '/app/$region/integrations' });
  const { uid } = useWorkspace();
  const mayWrite = useMay('agents.write');
  const functions = useQuery(query.functions.list.queryOptions({ input: { uid } }));
  const items = functions.data?.items ?? [];
  const found = search === undefined ? items : items.filter((line) => matches(line, search));
  const isSearched = items.length >= SEARCHED_FROM || search !== undefined;
  const show = (words: string | undefined) => void navigate({ search: { search: words }, replace: true });
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={
          <>
            <McpSources />
            {items.length > 0 && mayWrite && <NewFunction />}
          </>
        }
      >
        {items.length > 0 && isSearched && (
          <ListSearch label={t('search')} value={search} onSearch={show} className={styles.search} />
        )}
      </PageHeader>
      {functions.isPending && <RowsSkeleton />}
      {functions.isError && items.length === 0 && (
        <LoadFailure
          title={t('loadFailed')}
          problem={toProblem(functions.error)}
          onRetry={() => void functions.refetch()}
        />
      )}
      {functions.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<IconApi size={28} stroke={1.5} />}
          title={t('empty.title')}
          description={t('empty.text')}
          action={mayWrite ? <NewFunction /> : undefined}
        />
      )}
      {items.length > 0 && found.length === 0 && (
        <EmptyState
          icon={<IconSearch size={28} stroke={1.5} />}
          title={t('noMatch', { search: search ?? '' })}
          action={
            <Button variant="default" onClick={() => show(undefined)}>
              {t('clearSearch')}
            </Button>
          }
        />
      )}
      {found.length > 0 && (
        <DataTable
          label={t('title')}
          columns={[
            { label: t('columns.name') },
            { label: t('columns.request'), isWideOnly: true },
            { label: t('columns.kind'), isWideOnly: true },
            { label: t('columns.state') },
          ]}
        >
          {found.map((line) => (
            <FunctionRow key={line.id} line={line} />
          ))}
        </DataTable>
      )}
    </Page>
  );
}

/** All words, wherever they stand. */
function matches({ name, description, method, origin, path }: FunctionLine, search: string): boolean {
  const text = `${name} ${description} ${method} ${origin}${path}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function McpSources() {
  const t = useTexts('functions');
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/app/$region/integrations/mcp" params={{ region: currentRegion() }} {...props} />
      )}
    >
      {t('fromMcp')}
    </Button>
  );
}

function NewFunction() {
  const t = useTexts('functions');
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link to="/app/$region/integrations/new" params={{ region: currentRegion() }} {...props} />
      )}
    >
      {t('new')}
    </Button>
  );
}
