import type { Notification } from '@antiphon/contract/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api, query } from '../../../api.ts';
import { hideAnnouncement, showAnnouncement } from '../../../ui/states/toasts.tsx';
import { inOneWindow } from '../../signals/in-one-window.ts';
import { useSignals } from '../../signals/use-signals.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { isOnPage, soundsOf, toAnnounce, toShow } from './announcing.ts';
import { playSound } from './play-sound.ts';
import { useNotificationTexts } from './use-notification-texts.ts';
import { useShownRequests } from './use-shown-requests.ts';

/**
 * The notifications of the workspace, kept up to date by its signals. What is new is shown as a toast, heard, and marked as
 * seen; of several open windows one does that.
 */
export function useAnnouncements() {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { pathname } = useLocation();
  const textsOf = useNotificationTexts();
  const requests = useShownRequests();
  const options = query.notifications.list.queryOptions({ input: { uid } });
  const list = useQuery(options);
  const settings = useQuery(query.notifications.getSettings.queryOptions({ input: { uid } })).data;
  const marking = useMutation({
    mutationFn: (ids: Notification['ID'][]) => api.notifications.markSeen({ uid, ids }),
    // It was shown, whatever the server says; the next look marks it again.
    meta: { isFailureShown: true },
  });

  const shownId = useRef<string>(null);
  const announce = useEffectEvent((notification: Notification) => {
    const { title, body } = textsOf(notification);
    // One at a time: on a phone several would cover what somebody came for.
    if (shownId.current !== null) hideAnnouncement(shownId.current);
    shownId.current = notification.ID;
    requests.add(notification);
    showAnnouncement({
      id: notification.ID,
      title,
      message: body,
      onOpen: () => void router.navigate({ href: notification.urlPathname }),
      onClose: () => requests.remove(notification),
    });
    const { notificationLevel, urlPathname } = notification;
    playSound(soundsOf(notificationLevel, settings?.notifyIf ?? 'none', isOnPage(urlPathname, pathname)));
  });
  const items = list.data?.items;
  const mark = marking.mutate;
  useEffect(() => {
    if (!items || !settings) return;
    const fresh = toAnnounce(items, Date.now());
    const shown = toShow(fresh);
    if (!shown) return;
    const seen = new Set(fresh.map(({ ID }) => ID));
    queryClient.setQueryData(options.queryKey, {
      items: items.map((item) => (seen.has(item.ID) ? { ...item, seen: true } : item)),
      soundOnly: [],
    });
    void onceInBrowser(shown.ID, () => announce(shown));
    mark([...seen]);
  }, [items, settings, queryClient, options.queryKey, mark]);

  const turn = useRef(0);
  const readNotifications = useEffectEvent(async () => {
    turn.current += 1;
    const mine = turn.current;
    const found = await api.notifications.list({ uid, pathname });
    // A later one was asked for, and will tell of these as well.
    if (mine !== turn.current) return;
    await queryClient.cancelQueries({ queryKey: options.queryKey });
    queryClient.setQueryData(options.queryKey, { ...found, soundOnly: [] });
    const heard = found.soundOnly;
    if (heard.length === 0) return;
    void onceInBrowser(heard.join(), () => playSound(soundsOf(1, settings?.notifyIf ?? 'none', true)));
    mark(heard);
  });
  useSignals((signal) => {
    if (signal === null || signal.kind === 'notification') readNotifications().catch(() => undefined);
  });
  return list;
}

/** Every window hears of it; the one that is first does `work`, the others find the lock taken. */
const heldMs = 5_000;
const onceInBrowser = (id: string, work: () => void) =>
  inOneWindow(
    `announced ${id}`,
    async () => {
      work();
      await new Promise((done) => window.setTimeout(done, heldMs));
    },
    { isFirstOnly: true },
  );
