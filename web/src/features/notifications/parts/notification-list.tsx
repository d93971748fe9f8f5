import type { Notification } from '@antiphon/contract/notifications';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './notifications.module.css';
import { useNotificationTexts } from './use-notification-texts.ts';

interface NotificationListProps {
  items: Notification[];
  /** Open in the inbox, whatever of them is listed here. */
  requests: number;
  onOpen: () => void;
  inboxHref: string;
}

/** Requests first: somebody waits for those. */
export function NotificationList({ items, requests, onOpen, inboxHref }: NotificationListProps) {
  const t = useTexts('notifications');
  if (items.length === 0 && requests === 0)
    return (
      <div className={styles.empty}>
        <p>{t('empty.title')}</p>
        <p className={styles.muted}>{t('empty.text')}</p>
      </div>
    );
  return ([2, 1] as const).map((level) => {
    const own = items.filter(({ notificationLevel }) => notificationLevel === level);
    if (own.length === 0 && (level === 1 || requests === 0)) return null;
    const heading = level === 1 ? t('activity') : requests > 0 ? t('requestsOpen', { count: requests }) : t('requests');
    return (
      <section key={level} aria-label={heading}>
        <h3 className={styles.heading}>{heading}</h3>
        <ul className={styles.list}>
          {own.map((notification) => (
            <Item key={notification.ID} notification={notification} onOpen={onOpen} />
          ))}
          {/* Who has looked at a request is not notified of it any more, and it stays open. */}
          {level === 2 && requests > own.length && <InboxItem href={inboxHref} onOpen={onOpen} />}
        </ul>
      </section>
    );
  });
}

function InboxItem({ href, onOpen }: { href: string; onOpen: () => void }) {
  const t = useTexts('notifications');
  const router = useRouter();
  const open = () => {
    onOpen();
    void router.navigate({ href });
  };
  return (
    <li className={styles.item} data-level={2}>
      <button type="button" className={styles.open} onClick={open}>
        <span className={styles.itemTitle}>{t('toInbox')}</span>
      </button>
    </li>
  );
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const t = useTexts('notifications');
  const router = useRouter();
  const { title, body } = useNotificationTexts()(notification);
  const reading = useReading(notification.ID);
  const open = () => {
    reading.mutate();
    onOpen();
    void router.navigate({ href: notification.urlPathname });
  };
  return (
    <li className={styles.item} data-level={notification.notificationLevel}>
      <button type="button" className={styles.open} onClick={open}>
        <span className={styles.itemTitle}>{title}</span>
        <span className={styles.itemBody}>{body}</span>
        <span className={styles.muted}>
          <RelativeTime date={notification.ts} />
        </span>
      </button>
      <Tooltip label={t('read')}>
        <ActionIcon
          onClick={() => reading.mutate()}
          loading={reading.isPending}
          aria-label={t('readOne', { title })}
          size={32}
        >
          <IconCheck size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

/** Marking as read deletes: it goes at once, and comes back where the server refused. */
function useReading(id: Notification['ID']) {
  const t = useTexts('notifications');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const { queryKey } = query.notifications.list.queryOptions({ input: { uid } });
  return useMutation({
    mutationFn: () => api.notifications.read({ uid, notificationId: id }),
    meta: { failure: t('readFailed') },
    onMutate: () =>
      queryClient.setQueryData(queryKey, (old) => old && { ...old, items: old.items.filter(({ ID }) => ID !== id) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.notifications.list.key() }),
  });
}
