import type { DocumentState, KnowledgeDocument } from '@antiphon/contract/knowledge';
import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft, IconBooks, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { query, toProblem } from '../../../api.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/skeletons.tsx';
import { UploadProgress } from '../upload-progress.tsx';
import type { Uploads } from '../use-uploads.ts';
import { DocumentRow } from './document-row.tsx';
import { isReading } from './document-words.ts';
import styles from './knowledge.module.css';
import { useAgentCounts } from './use-agent-counts.ts';

const here = '/app/$region/agents/$agentId/$tab';
const pollMs = 1_500;
const searchDelayMs = 250;
const pageSize = 50;

interface DocumentListProps {
  agentId: string;
  uploads: Uploads;
  mayWrite: boolean;
}

/** Documents, or with `parent` in the address the pages of one; it follows the reading while anything is not finished. */
export function DocumentList({ agentId, uploads, mayWrite }: DocumentListProps) {
  const { search, state, parent } = useSearch({ from: here });
  const documents = useInfiniteQuery(
    query.knowledge.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id: agentId,
        search,
        state,
        parentId: parent,
        cursor,
        limit: pageSize,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: (current) =>
        current.state.data?.pages.some(({ items }) => items.some(isReading)) ? pollMs : false,
    }),
  );
  const items = documents.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = search !== undefined || state !== undefined;
  useCountsAfterReading(agentId, items);
  const open = uploads.list.filter((upload) => upload.state !== 'added' && upload.agentId === agentId);
  return (
    <>
      {parent !== undefined && <Crumbs agentId={agentId} parent={parent} />}
      {(items.length > 0 || isFiltered) && <Filters search={search} state={state} />}
      {open.length > 0 && (
        <ul className={styles.uploads} aria-label="Files on their way">
          {open.map((upload) => (
            <UploadProgress key={upload.key} upload={upload} onRetry={() => uploads.retry(upload)} />
          ))}
        </ul>
      )}
      {documents.isPending && <RowsSkeleton />}
      {documents.isError && (
        <LoadFailure
          title="The documents could not be loaded."
          problem={toProblem(documents.error)}
          onRetry={() => void documents.refetch()}
        />
      )}
      {documents.isSuccess && items.length === 0 && open.length === 0 && (
        <Nothing isFiltered={isFiltered} isInside={parent !== undefined} mayWrite={mayWrite} />
      )}
      {items.length > 0 && (
        <DataTable
          label="Documents"
          columns={[
            { label: 'Document' },
            { label: 'State' },
            { label: 'Refresh', isWideOnly: true },
            { label: 'Last read', isWideOnly: true },
            { label: 'Actions', kind: 'hidden' },
          ]}
          more={
            documents.hasNextPage
              ? { onMore: () => void documents.fetchNextPage(), isLoading: documents.isFetchingNextPage }
              : null
          }
        >
          {items.map((document) => (
            <DocumentRow key={document.id} agentId={agentId} document={document} mayWrite={mayWrite} />
          ))}
        </DataTable>
      )}
    </>
  );
}

/** When a reading ends, what stands elsewhere of it is old. */
function useCountsAfterReading(agentId: string, items: KnowledgeDocument[]) {
  const refreshCounts = useAgentCounts(agentId);
  const readingBefore = useRef(0);
  const reading = items.filter(isReading).length;
  useEffect(() => {
    if (reading < readingBefore.current) void refreshCounts();
    readingBefore.current = reading;
  });
}

function Filters({ search, state }: { search: string | undefined; state: DocumentState | undefined }) {
  const navigate = useNavigate({ from: here });
  const setSearch = useDebouncedCallback((value: string) => {
    void navigate({ search: (old) => ({ ...old, search: value.trim() || undefined }), replace: true });
  }, searchDelayMs);
  return (
    <div className={styles.filters}>
      <TextInput
        aria-label="Search documents"
        placeholder="Search documents"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        defaultValue={search}
        maxLength={100}
        onChange={(event) => setSearch(event.currentTarget.value)}
        className={styles.search}
      />
      <Select<DocumentState>
        aria-label="State"
        placeholder="All states"
        clearable
        clearButtonProps={{ 'aria-label': 'Show all states' }}
        className={styles.state}
        value={state ?? null}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, state: value ?? undefined }), replace: true })}
        data={[
          { value: 'SUCCESS', label: 'Ready' },
          { value: 'PENDING', label: 'Reading' },
          { value: 'INITIALIZED', label: 'Waiting' },
          { value: 'ERROR', label: 'Failed' },
        ]}
      />
    </div>
  );
}

function Crumbs({ agentId, parent }: { agentId: string; parent: string }) {
  const site = useQuery(query.knowledge.get.queryOptions({ input: { id: agentId, docId: parent } }));
  return (
    <div className={styles.crumbs}>
      <Button
        variant="default"
        size="compact-md"
        fz={13}
        leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />}
        renderRoot={(props) => <Link from={here} search={{}} {...props} />}
      >
        All documents
      </Button>
      <span className={styles.crumb} title={site.data?.title}>
        {site.data?.title ?? ''}
      </span>
    </div>
  );
}

function Nothing({ isFiltered, isInside, mayWrite }: { isFiltered: boolean; isInside: boolean; mayWrite: boolean }) {
  const navigate = useNavigate({ from: here });
  if (isFiltered) {
    return (
      <EmptyState
        title="No document fits."
        description="Other words or another state may find it."
        action={
          <Button
            variant="default"
            onClick={() =>
              void navigate({ search: (old) => ({ ...old, search: undefined, state: undefined }), replace: true })
            }
          >
            Show all documents
          </Button>
        }
      />
    );
  }
  if (isInside) return <EmptyState title="No page has been read yet." />;
  return (
    <EmptyState
      icon={<IconBooks size={28} stroke={1.5} />}
      title="The agent knows nothing yet."
      description="It answers only from what you give it: a website, files, or text such as this."
      sample={
        <ul className={styles.sampleList}>
          <li>Opening hours: Monday to Friday, 9 to 17.</li>
          <li>Returns are free within 30 days.</li>
        </ul>
      }
      action={
        mayWrite ? (
          <Button onClick={() => void navigate({ search: (old) => ({ ...old, add: 'crawl' }) })}>Add a website</Button>
        ) : undefined
      }
    />
  );
}
