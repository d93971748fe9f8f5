import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';

export type PushSubscription = { endpoint: string; p256dh: string; auth: string };
/** VAPID, both base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/** Web Push (RFC 8030, 8291, 8292): encrypts for a browser and signs as this installation. Sends nothing itself. */
export type PushMessages = {
  makeKeys(): PushKeys;
  /** Throws `VendorFailure` `forbidden` where the browser's keys are no keys. */
  encode(
    subscription: PushSubscription,
    keys: PushKeys,
    message: { text: string; isUrgent: boolean; topic: string },
  ): { headers: Record<string, string>; body: Uint8Array };
};

export type PushKeyDeps = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  pushMessages: PushMessages;
};
