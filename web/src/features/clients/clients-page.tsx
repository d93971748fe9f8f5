import { Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useMay, useWorkspace } from '../workspaces/use-workspace.ts';
import { AgentShelf } from './parts/agent-shelf.tsx';
import styles from './parts/clients.module.css';
import { OrgCard } from './parts/org-card.tsx';
import { SignInAddress } from './parts/sign-in-address.tsx';

const ClientDrawer = lazy(async () => ({ default: (await import('./parts/client-drawer.tsx')).ClientDrawer }));
const OrgDrawer = lazy(async () => ({ default: (await import('../orgs/org-drawer.tsx')).OrgDrawer }));
const NewOrgDrawer = lazy(async () => ({ default: (await import('../orgs/org-drawer.tsx')).NewOrgDrawer }));

const here = '/app/$region/clients';
const pageSize = 25;
/** So few are shown with their people at once. */
const OPEN_MAX = 3;

/** Orgs with their people and agents. Search and the open drawer are in the address. */
export function ClientsPage() {
  const t = useTexts('clients');
  const { search, org, client, addTo, isNewOrg } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const { uid } = useWorkspace();
  const mayWrite = useMay('clients.write');
  const orgs = useInfiniteQuery(
    query.orgs.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ uid, search, cursor, limit: pageSize }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
    }),
  );
  /** The org that a person was just added to: it shows them, also where it was closed. */
  const [added, setAdded] = useState({ orgId: '', times: 0 });
  const items = orgs.data?.pages.flatMap((page) => page.items) ?? [];
  const total = orgs.data?.pages[0]?.total ?? 0;
  const isEmpty = orgs.isSuccess && items.length === 0;
  const open = (drawer: { org?: string; client?: string; addTo?: string; isNewOrg?: true }) =>
    void navigate({ search: { search, ...drawer } });
  return (
    <Page>
      <PageHeader
        title={t('title')}
        description={t('description')}
        action={mayWrite ? <AddOrg onClick={() => open({ isNewOrg: true })} /> : undefined}
      >
        {(!isEmpty || search !== undefined) && <SearchField />}
      </PageHeader>
      <SignInAddress />
      {orgs.isPending && <RowsSkeleton />}
      {orgs.isError && items.length === 0 && (
        <LoadFailure title={t('loadFailed')} problem={toProblem(orgs.error)} onRetry={() => void orgs.refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          icon={<IconBuilding size={28} stroke={1.5} />}
          title={search === undefined ? t('empty.title') : t('noMatch', { search })}
          description={search === undefined ? t('empty.text') : undefined}
        />
      )}
      {items.length > 0 && (
        <div className={styles.layout}>
          <div className={styles.orgs}>
            {items.map((one) => (
              <OrgCard
                key={`${one.ID} ${search ?? ''} ${added.orgId === one.ID ? added.times : ''}`}
                org={one}
                search={search}
                isOpenAtFirst={search !== undefined || total <= OPEN_MAX || added.orgId === one.ID}
                mayWrite={mayWrite}
                onInfo={() => open({ org: one.ID })}
                onAdd={() => open({ addTo: one.ID })}
                onEdit={(id) => open({ client: id })}
              />
            ))}
            {orgs.hasNextPage && (
              <Button variant="default" onClick={() => void orgs.fetchNextPage()} loading={orgs.isFetchingNextPage}>
                {t('more')}
              </Button>
            )}
            <Text size="sm" c="var(--ui-muted)" role="status">
              {t('shown', { shown: items.length, total })}
            </Text>
          </div>
          {mayWrite && <AgentShelf />}
        </div>
      )}
      {mayWrite && (
        <Suspense fallback={null}>
          {(client ?? addTo) !== undefined && (
            <ClientDrawer
              clientId={client}
              orgId={addTo}
              onAdded={(orgId) => setAdded({ orgId, times: added.times + 1 })}
              onClose={() => open({})}
            />
          )}
          {isNewOrg && <NewOrgDrawer onClose={() => open({})} />}
          {org !== undefined && <OrgDrawer orgId={org} onClose={() => open({})} />}
        </Suspense>
      )}
    </Page>
  );
}

function AddOrg({ onClick }: { onClick: () => void }) {
  const t = useTexts('clients');
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} onClick={onClick}>
      {t('addOrg')}
    </Button>
  );
}

function SearchField() {
  const t = useTexts('clients');
  const { search } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const [text, setText] = useState(search ?? '');
  const find = useDebouncedCallback(
    (value: string) => void navigate({ search: { search: value.trim() || undefined }, replace: true }),
    200,
  );
  return (
    <TextInput
      className={styles.search}
      aria-label={t('search')}
      placeholder={t('search')}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
      maxLength={100}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
}
