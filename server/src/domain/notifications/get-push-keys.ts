import { openText, type Seal, sealText } from '../sealing/seal.ts';
import type { PushKeyDeps, PushKeys } from './notifications.ports.ts';
import { findPushKeys, insertPushKeys } from './notifications.system.queries.ts';

const SEAL: Seal = { purpose: 'push', row: ['push-keys', 1] };

/** The keys that this region signs push messages with, made at the first need. The private one is kept sealed. */
export async function getPushKeys(deps: PushKeyDeps): Promise<PushKeys> {
  const { database, systemScope, secretKey, pushMessages } = deps;
  const row = await database.transaction(systemScope, async (tx) => {
    const found = await findPushKeys(tx, systemScope);
    if (found) return found;
    const { publicKey, privateKey } = pushMessages.makeKeys();
    await insertPushKeys(tx, systemScope, { publicKey, sealed: sealText(secretKey, SEAL, privateKey) });
    return findPushKeys(tx, systemScope);
  });
  if (!row) throw new Error('push keys were just made');
  return { publicKey: row.publicKey, privateKey: openText(secretKey, SEAL, row.sealed) };
}
