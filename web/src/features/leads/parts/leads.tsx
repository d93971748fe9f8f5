import { Button, Text } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { countLeadFilters } from '../lead-search.ts';
import { useLeadSearch, useLeads } from '../use-leads.ts';
import { BulkBar } from './bulk-bar.tsx';
import { LeadTable } from './lead-table.tsx';
import { LeadToolbar } from './lead-toolbar.tsx';
import styles from './leads.module.css';
import { useChosenLeads } from './use-chosen-leads.ts';

const LeadDrawer = lazy(async () => ({ default: (await import('./lead-drawer.tsx')).LeadDrawer }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const DuplicatesDrawer = lazy(async () => ({ default: (await import('./duplicates-drawer.tsx')).DuplicatesDrawer }));
const GroupsDialog = lazy(async () => ({ default: (await import('./groups-dialog.tsx')).GroupsDialog }));

/** The people who may be written to. What narrows the list and what is open is in the address. */
export function Leads({ agentId }: { agentId: string }) {
  const t = useTexts('leads');
  const { search, change } = useLeadSearch();
  const { pages, items, total, filters, readAt, canWrite, canErase } = useLeads(agentId);
  const { chosen, selected, select, all } = useChosenLeads({ items, total, filters, readAt });
  const isFiltered = countLeadFilters(search) > 0;
  const isEmpty = pages.isSuccess && items.length === 0;
  // Until the answer comes, what is shown is of other filters: it neither tells that there are none, nor is anything done with it.
  const isOfOthers = pages.isPlaceholderData;
  const isBare = isEmpty && !isFiltered && !isOfOthers;
  const close = () => change({ tool: undefined, lead: undefined });
  return (
    <>
      <LeadToolbar agentId={agentId} canWrite={canWrite} hasLeads={!isEmpty} isBare={isBare} />
      {chosen && canWrite && !isOfOthers && (
        <BulkBar agentId={agentId} chosen={chosen} all={all} onClear={() => select(new Set())} />
      )}
      {pages.isPending && <RowsSkeleton />}
      {pages.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(pages.error)} onRetry={() => void pages.refetch()} />
      )}
      {isEmpty && <Nothing isFiltered={!isBare} canWrite={canWrite} />}
      {items.length > 0 && (
        <>
          <LeadTable
            items={items}
            selected={canWrite ? selected : null}
            total={total}
            onSelect={select}
            onOpen={(lead) => change({ lead })}
            more={{
              hasMore: pages.hasNextPage,
              isLoading: pages.isFetching,
              hasFailed: pages.isFetchNextPageError,
              load: () => void pages.fetchNextPage(),
            }}
          />
          <Text size="sm" c="var(--ui-muted)" mt="xs" role="status">
            {t('shown', { shown: items.length, total })}
          </Text>
        </>
      )}
      <Suspense>
        {(search.lead !== undefined || search.tool === 'new') && (
          <LeadDrawer agentId={agentId} leadId={search.lead} canWrite={canWrite} canErase={canErase} onClose={close} />
        )}
        {search.tool === 'import' && <ImportDialog agentId={agentId} onClose={close} />}
        {search.tool === 'duplicates' && <DuplicatesDrawer agentId={agentId} onClose={close} />}
        {search.tool === 'groups' && <GroupsDialog agentId={agentId} onClose={close} />}
      </Suspense>
    </>
  );
}

function Nothing({ isFiltered, canWrite }: { isFiltered: boolean; canWrite: boolean }) {
  const t = useTexts('leads');
  const { change } = useLeadSearch();
  if (isFiltered)
    return (
      <EmptyState
        title={t('noMatch')}
        action={
          <Button
            variant="default"
            onClick={() =>
              change({ search: undefined, group: undefined, source: undefined, from: undefined, to: undefined })
            }
          >
            {t('filters.clear')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<IconAddressBook size={28} stroke={1.5} />}
      title={t('empty.title')}
      description={t('empty.text')}
      action={
        canWrite && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onClick={() => change({ tool: 'new' })}
          >
            {t('new')}
          </Button>
        )
      }
      sample={<Sample />}
    />
  );
}

/** How a visitor becomes a lead. */
function Sample() {
  const t = useTexts('leads');
  return (
    <figure className={styles.sample}>
      <figcaption className={styles.sampleCaption}>{t('empty.sampleCaption')}</figcaption>
      <p className={styles.sampleSaid}>{t('empty.sampleSaid')}</p>
      <dl className={styles.sampleFields}>
        <dt>{t('fields.name')}</dt>
        <dd>{t('empty.sampleName')}</dd>
        <dt>{t('fields.email')}</dt>
        <dd dir="ltr">vera@example.com</dd>
      </dl>
    </figure>
  );
}
