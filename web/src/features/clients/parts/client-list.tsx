import type { Client } from '@antiphon/contract/clients';
import type { ClientId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import { Button, Tooltip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Face } from '../../../ui/page/face.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AssignedAgents } from './assigned-agents.tsx';
import { ClientMenu } from './client-menu.tsx';
import styles from './clients.module.css';
import { dropAgent, useAssignments } from './use-assignments.ts';

interface ClientListProps {
  org: Org;
  /** Narrows the people, unless it was the org's own name that was found. */
  search: string | undefined;
  mayWrite: boolean;
  onEdit: (id: ClientId) => void;
}

const pageSize = 25;

/** The people of one org, page by page. */
export function ClientList({ org, search, mayWrite, onEdit }: ClientListProps) {
  const t = useTexts('clients');
  const ui = useTexts('ui');
  const { uid } = useWorkspace();
  const isNameFound = search !== undefined && org.name.toLowerCase().includes(search.toLowerCase());
  const clients = useInfiniteQuery(
    query.clients.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid,
        orgId: org.ID,
        search: isNameFound ? undefined : search,
        cursor,
        limit: pageSize,
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const items = clients.data?.pages.flatMap((page) => page.items) ?? [];
  if (clients.isPending) return <RowsSkeleton rows={2} />;
  if (clients.isError && items.length === 0)
    return (
      <LoadFailure title={t('loadFailed')} problem={toProblem(clients.error)} onRetry={() => void clients.refetch()} />
    );
  if (items.length === 0) return <p className={styles.hint}>{t('noClients')}</p>;
  return (
    <>
      <ul className={styles.clients}>
        {items.map((client) => (
          <ClientRow key={client.ID} org={org} client={client} mayWrite={mayWrite} onEdit={() => onEdit(client.ID)} />
        ))}
      </ul>
      {clients.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          onClick={() => void clients.fetchNextPage()}
          loading={clients.isFetchingNextPage}
        >
          {ui('showMore')}
        </Button>
      )}
    </>
  );
}

interface ClientRowProps {
  org: Org;
  client: Client;
  mayWrite: boolean;
  onEdit: () => void;
}

function ClientRow({ org, client, mayWrite, onEdit }: ClientRowProps) {
  const t = useTexts('clients');
  const { forClient } = useAssignments(org);
  const { ID: clientId, name, email, widgetIDs, status } = client;
  const assigned = org.agents.filter(({ ID }) => widgetIDs.includes(ID));
  const change = (agentId: (typeof widgetIDs)[number], isAssigned: boolean) =>
    forClient.mutate({ clientId, agentId, isAssigned });
  return (
    <li className={styles.client} {...dropAgent(mayWrite, (agentId) => change(agentId, true))}>
      <Face src={client.squarePhotoURL} name={name} size={32} radius={8} />
      <div className={styles.person}>
        <div className={styles.name} title={name} data-text="content">
          {name}
        </div>
        <div className={styles.email} title={email} data-text="content">
          {email}
        </div>
      </div>
      <div className={styles.state}>
        <StatusBadge tone={status === 'online' ? 'good' : 'bad'}>{t(`status.${status}`)}</StatusBadge>
        {assigned.length === 0 && (
          <Tooltip label={t('agents.missingHint')} multiline maw={240}>
            <span>
              <StatusBadge tone="warn">{t('agents.missing')}</StatusBadge>
            </span>
          </Tooltip>
        )}
        {client.isOrgAdmin && <span className={styles.hint}>{t('orgAdmin')}</span>}
      </div>
      <AssignedAgents name={name} assigned={assigned} choice={org.agents} mayWrite={mayWrite} onChange={change} />
      {mayWrite && <ClientMenu client={client} onEdit={onEdit} />}
    </li>
  );
}
