import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconMessages } from '@tabler/icons-react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { countFilters, noFilters } from '../conversation-filters.ts';
import { useChangeSearch, useConversationsSearch, useOneAgent } from '../conversation-place.ts';
import { useConversations } from '../use-conversations.ts';
import styles from './all-conversations.module.css';
import { ConversationDrawer } from './conversation-drawer.tsx';
import { ConversationList } from './conversation-list.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';

/** Conversations, alive: of all agents or of one. Filters and the open one are in the address. */
export function AllConversations({ onTakenOver }: { onTakenOver: (id: string) => void }) {
  const t = useTexts('sessions');
  const { convo, view: _view, chat: _chat, ...search } = useConversationsSearch();
  const change = useChangeSearch();
  const isOfOne = useOneAgent() !== null;
  const { pages, items } = useConversations();
  const [isExporting, exporting] = useDisclosure(false);
  const isFiltered = countFilters(search) > 0;
  // A search looks through so many at a time: none among the newest is not yet none.
  const isEmpty = pages.isSuccess && items.length === 0 && !pages.hasNextPage;
  // Until the answer comes, what is shown is of other filters.
  const isBare = isEmpty && !isFiltered && !pages.isPlaceholderData;
  const show = (id: string | undefined) =>
    change((old) => ({ ...old, convo: id }), { replace: convo !== undefined && id !== undefined });
  return (
    <>
      {!isBare && (
        <div className={styles.toolbar}>
          <FilterBar />
          {items.length > 0 && (
            <Button
              variant="default"
              className={styles.export}
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
              onClick={exporting.open}
            >
              {t('export.action')}
            </Button>
          )}
        </div>
      )}
      {pages.isPending && <RowsSkeleton />}
      {pages.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {isEmpty && (
        <Nothing
          isFiltered={!isBare}
          isOfOne={isOfOne}
          onClear={() => change((old) => ({ ...old, ...noFilters }), { replace: true })}
        />
      )}
      {(items.length > 0 || pages.hasNextPage) && (
        <ConversationList
          items={items}
          openId={convo}
          onOpen={show}
          more={{
            isLoading: pages.isFetchingNextPage,
            hasMore: pages.hasNextPage,
            hasFailed: pages.isFetchNextPageError,
            load: () => void pages.fetchNextPage(),
          }}
        />
      )}
      <ConversationDrawer
        id={convo}
        onClose={() => show(undefined)}
        onTakenOver={onTakenOver}
        isOfAnyAgent={!isOfOne}
      />
      {isExporting && <ExportDialog onClose={exporting.close} />}
    </>
  );
}

interface NothingProps {
  isFiltered: boolean;
  isOfOne: boolean;
  onClear: () => void;
}

function Nothing({ isFiltered, isOfOne, onClear }: NothingProps) {
  const t = useTexts('sessions');
  if (!isFiltered)
    return (
      <EmptyState
        icon={<IconMessages size={28} stroke={1.5} />}
        title={t('empty.title')}
        description={isOfOne ? t('empty.ofOne') : t('empty.text')}
      />
    );
  return (
    <EmptyState
      title={t('empty.filtered')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      }
    />
  );
}
