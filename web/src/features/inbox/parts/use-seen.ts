import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, query } from '../../../api.ts';
import { useInboxPlace } from '../inbox-place.ts';

/**
 * Tells that what the visitor wrote was read: while it is unread, the conversation open, and the window in sight. The notifications of
 * it are read with it.
 */
export function useSeen(id: string, isUnread: boolean, messages: number): void {
  const { uid } = useInboxPlace();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is read anew.
  useEffect(() => {
    if (!isUnread) return;
    const tell = () => {
      if (document.visibilityState !== 'visible') return;
      const told = client.getQueryData(query.notifications.list.queryOptions({ input: { uid } }).queryKey);
      const about = (told?.items ?? []).filter(({ urlPathname }) => urlPathname.includes(id));
      const reading = about.map(({ ID }) => api.notifications.read({ uid, notificationId: ID }));
      // What fails is told again with the next message.
      Promise.all([api.handoffs.markSeen({ uid, conversationId: id }), ...reading])
        .then(async () => {
          if (about.length > 0) await client.invalidateQueries({ queryKey: query.notifications.list.key() });
        })
        .catch(() => undefined);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [client, uid, id, isUnread, messages]);
}
