import type { ConversationId } from '@antiphon/contract/ids';
import type { Notification } from '@antiphon/contract/notifications';
import { useRef } from 'react';
import { api } from '../../../api.ts';
import { hideAnnouncement } from '../../../ui/states/toasts.tsx';
import { useSignals } from '../../signals/use-signals.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** The requests that stand on the screen as toasts: each goes once somebody sees to it. */
export function useShownRequests() {
  const { uid } = useWorkspace();
  const shown = useRef(new Map<string, Notification>());
  const hideOnceSeenTo = async (id: string, conversationId: ConversationId) => {
    const { state, inboxState } = await api.handoffs.get({ uid, conversationId });
    if (state === 'held' || inboxState !== 'open') hideAnnouncement(id);
  };
  useSignals((signal) => {
    if (signal?.kind !== 'conversation') return;
    // Where that cannot be known it goes by itself.
    for (const { ID, urlPathname } of shown.current.values())
      if (urlPathname.includes(signal.id)) hideOnceSeenTo(ID, signal.id as ConversationId).catch(() => undefined);
  });
  return {
    add(notification: Notification) {
      if (notification.kind === 'person_requested') shown.current.set(notification.ID, notification);
    },
    remove: ({ ID }: Notification) => shown.current.delete(ID),
  };
}
