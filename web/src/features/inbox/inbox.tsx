import { Switch } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { readAnew } from '../signals/read-anew.ts';
import { InboxContext, type InboxPlace } from './inbox-place.ts';
import styles from './parts/inbox.module.css';
import { InboxChat } from './parts/inbox-chat.tsx';
import { InboxList } from './parts/inbox-list.tsx';

interface InboxProps extends InboxPlace {
  openId: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** The shell itself has the switch that says whether one is there. */
  isStatusInShell?: boolean;
}

/** Who waits for a person, who is held by one, and the conversation that is open. */
export function Inbox({ openId, onOpen, isStatusInShell = false, ...place }: InboxProps) {
  const { uid, useChanges } = place;
  const t = useTexts('inbox');
  const client = useQueryClient();
  const listing = query.handoffs.listInbox.queryOptions({ input: { uid } });
  const list = useQuery(listing);
  const status = useMutation({
    mutationFn: (next: 'online' | 'offline') => api.handoffs.setStatus({ uid, status: next }),
    meta: { failure: t('statusFailed') },
    onSettled: () => client.invalidateQueries({ queryKey: listing.queryKey }),
  });
  useChanges((signal) => {
    if (signal === null || signal.kind === 'conversation') void readAnew(client, listing.queryKey);
  });
  const { data } = list;
  if (list.isPending) return <RowsSkeleton />;
  if (!data)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />;
  const shown = status.isPending ? status.variables : data.status;
  return (
    <InboxContext value={place}>
      <div className={styles.bar}>
        {!isStatusInShell && (
          <Switch
            checked={shown === 'online'}
            label={t(shown === 'online' ? 'online' : 'offline')}
            onChange={(event) => status.mutate(event.currentTarget.checked ? 'online' : 'offline')}
          />
        )}
        <span className={styles.faint}>{t('peopleOnline', { count: data.online })}</span>
      </div>
      <div className={styles.inbox} data-open={openId !== undefined || undefined}>
        {data.items.length === 0 ? (
          <EmptyState
            icon={<IconMessages size={28} stroke={1.5} />}
            title={t('empty.title')}
            description={t('empty.text')}
          />
        ) : (
          <InboxList items={data.items} total={data.total} openId={openId} onOpen={onOpen} />
        )}
        {openId !== undefined && <InboxChat key={openId} id={openId} onClose={() => onOpen(undefined)} />}
      </div>
    </InboxContext>
  );
}
