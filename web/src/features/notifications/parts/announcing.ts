import type { Notification, NotificationLevel, NotifyIf } from '@antiphon/contract/notifications';

/** Older ones are not announced any more. */
const freshMs = 120_000;

/** Unseen, and not older than 120 s: shown as a toast, oldest first. */
export const toAnnounce = (items: readonly Notification[], now: number): Notification[] =>
  items.filter(({ seen, ts }) => !seen && now - ts * 1_000 <= freshMs).reverse();

/** Of several that come at once, the one to show: who waits for somebody before what happened, then the newest. The bell has the rest. */
export const toShow = (fresh: readonly Notification[]): Notification | undefined =>
  fresh.findLast(({ notificationLevel }) => notificationLevel === 2) ?? fresh.at(-1);

/**
 * How often a notification is heard. Level 1: once, for those who want all, or on the page that it is about. Level 2: twice,
 * for those who want all or requests.
 */
export function soundsOf(level: NotificationLevel, notifyIf: NotifyIf, isOnPage: boolean): 0 | 1 | 2 {
  if (notifyIf === 'none') return 0;
  if (level === 2) return 2;
  return notifyIf === 'all' || isOnPage ? 1 : 0;
}

/** Is that the page which is open? What is selected on it does not count. */
export const isOnPage = (urlPathname: string, pathname: string) => urlPathname.split('?')[0] === pathname;
