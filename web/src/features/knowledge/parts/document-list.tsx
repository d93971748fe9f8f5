import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { UploadProgress } from '../upload-progress.tsx';
import { useAgentCounts } from '../use-agent-counts.ts';
import type { Uploads } from '../use-uploads.ts';
import { DocumentFilters } from './document-filters.tsx';
import { DocumentRow } from './document-row.tsx';
import { isReading } from './document-words.ts';
import styles from './knowledge.module.css';
import { NoDocuments } from './no-documents.tsx';

const here = '/app/$region/agents/$agentId/$tab';
const pollMs = 1_500;
const pageSize = 50;

interface DocumentListProps {
  agentId: string;
  uploads: Uploads;
  mayWrite: boolean;
}

/** Documents, or with `parent` in the address the pages of one; it follows the reading while anything is not finished. */
export function DocumentList({ agentId, uploads, mayWrite }: DocumentListProps) {
  const t = useTexts('knowledge');
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
      {(items.length > 0 || isFiltered) && <DocumentFilters search={search} state={state} />}
      {open.length > 0 && (
        <ul className={styles.uploads} aria-label={t('files.onTheirWay')}>
          {open.map((upload) => (
            <UploadProgress key={upload.key} upload={upload} onRetry={() => uploads.retry(upload)} />
          ))}
        </ul>
      )}
      {documents.isPending && <RowsSkeleton />}
      {documents.isError && (
        <LoadFailure
          title={t('list.loadFailed')}
          problem={toProblem(documents.error)}
          onRetry={() => void documents.refetch()}
        />
      )}
      {documents.isSuccess && items.length === 0 && open.length === 0 && (
        <NoDocuments isFiltered={isFiltered} isInside={parent !== undefined} mayWrite={mayWrite} />
      )}
      {items.length > 0 && (
        <DataTable
          label={t('list.label')}
          columns={[
            { label: t('list.document') },
            { label: t('list.state') },
            { label: t('list.refresh'), isWideOnly: true },
            { label: t('list.lastRead'), isWideOnly: true },
            { label: t('list.actions'), kind: 'hidden' },
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

function Crumbs({ agentId, parent }: { agentId: string; parent: string }) {
  const t = useTexts('knowledge');
  const site = useQuery(query.knowledge.get.queryOptions({ input: { id: agentId, docId: parent } }));
  return (
    <div className={styles.crumbs}>
      <Button
        variant="default"
        size="compact-md"
        fz={13}
        leftSection={<IconArrowLeft size={16} stroke={1.5} aria-hidden="true" className="mirrored" />}
        renderRoot={(props) => <Link from={here} search={{}} {...props} />}
      >
        {t('list.all')}
      </Button>
      <span className={styles.crumb} data-text="content" dir="auto" title={site.data?.title}>
        {site.data?.title ?? ''}
      </span>
    </div>
  );
}
