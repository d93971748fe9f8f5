import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconMessages } from '@tabler/icons-react';
import { lazy } from 'react';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useMay } from '../workspaces/use-workspace.ts';
import { countFilters } from './conversation-filters.ts';
import { OneAgent, useChangeSearch, useConversationsSearch, useOneAgent } from './conversation-place.ts';
import { ConversationDrawer } from './parts/conversation-drawer.tsx';
import { ConversationList } from './parts/conversation-list.tsx';
import { ExportDialog } from './parts/export-dialog.tsx';
import { FilterBar } from './parts/filter-bar.tsx';
import { ViewTabs } from './parts/view-tabs.tsx';
import { useConversations } from './use-conversations.ts';

interface ConversationsPageProps {
  /** Of this one agent alone; the inbox is of all that whoever looks may answer for. */
  agentId?: string;
}

/** Conversations, alive. Filters and the open one are in the address. */
export function ConversationsPage({ agentId }: ConversationsPageProps) {
  const { view } = useConversationsSearch();
  const mayReply = useMay('conversations.reply');
  return (
    <OneAgent value={agentId ?? null}>{view !== 'inbox' || !mayReply ? <AllConversations /> : <InboxView />}</OneAgent>
  );
}

const InboxView = lazy(() => import('./parts/inbox-view.tsx').then(({ InboxView }) => ({ default: InboxView })));

function AllConversations() {
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
    <Page>
      <PageHeader
        title={isOfOne ? t('ofOne') : t('title')}
        action={
          items.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
              onClick={exporting.open}
            >
              {t('export.action')}
            </Button>
          )
        }
      >
        {isOfOne && <ViewTabs />}
        {!isBare && <FilterBar />}
      </PageHeader>
      {pages.isPending && <RowsSkeleton />}
      {pages.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {isEmpty && <Nothing isFiltered={!isBare} onClear={() => change(() => ({}))} />}
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
        onTakenOver={(chat) => change(() => ({ view: 'inbox', chat }))}
        isOfAnyAgent={!isOfOne}
      />
      {isExporting && <ExportDialog onClose={exporting.close} />}
    </Page>
  );
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTexts('sessions');
  if (!isFiltered)
    return (
      <EmptyState
        icon={<IconMessages size={28} stroke={1.5} />}
        title={t('empty.title')}
        description={t('empty.text')}
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
