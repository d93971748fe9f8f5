import { fail } from '@antiphon/contract/errors';
import type { NotificationSettings } from '@antiphon/contract/notifications';
import type { Tx } from '../../db/database.ts';
import { readClient } from '../clients/list-clients.ts';
import { saveClientNotifications } from '../clients/save-client-notifications.ts';
import type { Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { PostOut } from '../websites/websites.ports.ts';
import { getPushKeys } from './get-push-keys.ts';
import { clientInPerson, demandOwn, readerOf } from './notifications.policy.ts';
import type { PushKeyDeps, PushSubscription } from './notifications.ports.ts';
import { findSettings, removeSubscription, saveSettings, saveSubscription } from './notifications.queries.ts';
import { DEFAULT_SETTINGS } from './notifications.rules.ts';

/** A person's own, with the public key that their browser subscribes with. */
export async function getNotificationSettings(
  deps: PushKeyDeps,
  member: Member,
): Promise<NotificationSettings & { pushKey: string }> {
  const { publicKey } = await getPushKeys(deps);
  const chosen = await deps.database.transaction(member.scope, (tx) => readSettings(tx, member));
  return { ...chosen, pushKey: publicKey };
}

/** In the caller's transaction. A client's stand with the client, where their agency sets them too. */
export async function readSettings(tx: Tx, member: Member): Promise<NotificationSettings> {
  const { scope } = member;
  const client = clientInPerson(member);
  if (client) return (await readClient(tx, scope, client.clientId)).notificationsSettings;
  return (await findSettings(tx, scope, readerOf(member).personId)) ?? DEFAULT_SETTINGS;
}

export async function saveNotificationSettings(
  deps: Pick<PushKeyDeps, 'database'>,
  member: Member,
  chosen: NotificationSettings,
): Promise<NotificationSettings> {
  demandOwn(member);
  const { scope, client } = member;
  await deps.database.transaction(scope, (tx) =>
    client
      ? saveClientNotifications(tx, scope, client.clientId, chosen)
      : saveSettings(tx, scope, readerOf(member).personId, chosen),
  );
  return chosen;
}

/** Takes on a browser. Its endpoint is an address that a stranger may have made up: https only, and nothing inside. */
export async function subscribePush(
  deps: Pick<PushKeyDeps, 'database'> & { postOut: PostOut },
  member: Member,
  given: PushSubscription,
): Promise<void> {
  demandOwn(member);
  const endpoint = checkEndpoint(deps.postOut, given.endpoint);
  const { p256dh, auth } = given;
  await deps.database.transaction(member.scope, (tx) =>
    saveSubscription(tx, member.scope, { personId: readerOf(member).personId, endpoint, p256dh, auth }),
  );
}

export async function unsubscribePush(
  deps: Pick<PushKeyDeps, 'database'>,
  member: Member,
  endpoint: string,
): Promise<void> {
  await deps.database.transaction(member.scope, (tx) =>
    removeSubscription(tx, member.scope, endpoint, readerOf(member).personId),
  );
}

function checkEndpoint(postOut: PostOut, given: string): string {
  try {
    return postOut.checkAddress(given);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    const message = 'This is no address of a push service.';
    fail('invalid_input', { message, issues: [{ path: 'endpoint', message }] });
  }
}
