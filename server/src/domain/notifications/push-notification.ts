import type { NotificationId } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { Logger } from 'pino';
import type { Scope } from '../../db/scope.ts';
import { listMemberAddresses } from '../members/list-member-addresses.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { PostOut } from '../websites/websites.ports.ts';
import { getPushKeys } from './get-push-keys.ts';
import { listTold } from './list-told.ts';
import { writeNotification } from './notification-words.rules.ts';
import type { PushKeyDeps } from './notifications.ports.ts';
import {
  findNotification,
  listSettings,
  listSubscriptions,
  removeSubscription,
  type SubscriptionRow,
} from './notifications.queries.ts';
import { clientPathOf, DEFAULT_SETTINGS, isToldBy, shorten } from './notifications.rules.ts';

export type PushDeps = PushKeyDeps & { postOut: PostOut; log: Logger };

/**
 * To every browser of the members, and of clients of the agent, who want to be told that way. Run twice it sends twice, and the browser replaces the first
 * by the second: both have the notification's id as their tag. A browser that is gone is forgotten.
 */
export async function pushNotification(deps: PushDeps, scope: Scope, id: NotificationId): Promise<void> {
  const { database } = deps;
  const members = await listMemberAddresses(deps, scope.workspaceUid);
  const found = await database.transaction(scope, async (tx) => {
    const notification = await findNotification(tx, scope, id);
    if (!notification) return null;
    const { notificationLevel, notifyOnly, agentId } = notification;
    const clients = agentId ? await listTold(tx, scope, agentId, notification.kind) : [];
    const told = new Map(clients.map((client) => [client.id as string, client.notificationsSettings]));
    const subscriptions = await listSubscriptions(
      tx,
      scope,
      clients.map(({ id: clientId }) => clientId),
    );
    const chosen = new Map([...(await listSettings(tx, scope)), ...told]);
    const wanted = subscriptions.filter(
      ({ personId }) =>
        (notifyOnly.length === 0 || notifyOnly.includes(personId)) &&
        isToldBy('push', notificationLevel, chosen.get(personId) ?? DEFAULT_SETTINGS),
    );
    const readers = [
      ...members.map(({ userId, language }) => [userId, language] as const),
      ...clients.map((one) => [one.id, one.language] as const),
    ];
    return {
      notification,
      wanted,
      languages: new Map<string, DashboardLanguage>(readers),
      isClient: (personId: string) => told.has(personId),
    };
  });
  if (!found || found.wanted.length === 0) return;
  const { kind, values, urlPathname, notificationLevel, agentId } = found.notification;
  const textFor = (personId: string) => {
    const { title, body } = writeNotification(kind, values, found.languages.get(personId) ?? 'en');
    const url = found.isClient(personId) ? clientPathOf(urlPathname, agentId) : urlPathname;
    return JSON.stringify({ id, title: shorten(title), body: shorten(body), url });
  };
  const keys = await getPushKeys(deps);
  const push = async (subscription: SubscriptionRow) => {
    const text = textFor(subscription.personId);
    const message = { text, isUrgent: notificationLevel === 2, topic: id.replace(/\W/g, '').slice(0, 32) };
    try {
      const { status } = await deps.postOut.post(
        subscription.endpoint,
        deps.pushMessages.encode(subscription, keys, message),
      );
      return status === 404 || status === 410;
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      deps.log.info({ reason: error.message }, 'push message not delivered');
      return error.kind === 'forbidden';
    }
  };
  for (const subscription of found.wanted)
    if (await push(subscription))
      await database.transaction(scope, (tx) => removeSubscription(tx, scope, subscription.endpoint, null));
}
