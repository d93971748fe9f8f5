import webPush from 'web-push';
import type { PushKeys, PushMessages, PushSubscription } from '../../domain/notifications/notifications.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** A browser that was away for longer finds the notification in the dashboard. */
const TTL_SECONDS = 3_600;

/** `contact`: a mailto: or https: address where a push service can reach whoever runs this (RFC 8292). */
export const makePushMessages = (contact: string): PushMessages => ({
  makeKeys: () => webPush.generateVAPIDKeys(),
  encode(subscription, keys, message) {
    const { headers, body } = encrypt(subscription, keys, message, contact);
    const plain = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    // The body's own length is told by whoever sends it.
    return { headers: Object.fromEntries(plain.filter(([name]) => name !== 'content-length')), body };
  },
});

type Message = Parameters<PushMessages['encode']>[2];

function encrypt({ endpoint, p256dh, auth }: PushSubscription, keys: PushKeys, message: Message, contact: string) {
  const { text, isUrgent, topic } = message;
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject: contact, ...keys },
      TTL: TTL_SECONDS,
      urgency: isUrgent ? 'high' : 'normal',
      topic,
    });
  } catch {
    throw new VendorFailure('forbidden', 'The keys of this browser are not valid.');
  }
}
