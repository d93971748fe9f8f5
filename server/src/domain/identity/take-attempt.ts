import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { type AttemptKind, FORGIVEN_AFTER_MS, waitAfter } from './sign-in-attempts.rules.ts';
import {
  deleteAttempts,
  isBlocked,
  lockAttempts,
  purgeAttempts,
  setAttempts,
} from './sign-in-attempts.system.queries.ts';

export type AttemptDeps = { database: Database; systemScope: SystemScope; rateFactor: number; now?: () => Date };

type Way = 'password' | 'code' | 'token' | 'client_password' | 'client_code' | 'client_token';

/**
 * Who guesses, and at what: `way` keeps passwords and codes apart. Without an account only the network is counted.
 * `knownBrowser`: one that signed in to the account before waits for its own wrong guesses, and not for those of strangers.
 */
export type Guess = { way: Way; account: string | null; network: string; knownBrowser?: string | null };

/**
 * Counts one guess before it is looked at, so that a thousand at once are a thousand; false where the account or the network
 * has to wait, and then nothing is counted. Kept in the database: a restart forgives nothing.
 */
export function takeAttempt(deps: AttemptDeps, guess: Guess): Promise<boolean> {
  const now = (deps.now ?? (() => new Date()))();
  return deps.database.transaction(deps.systemScope, async (tx) => {
    const keys = keysOf(guess);
    if (
      await isBlocked(
        tx,
        keys.map(({ key }) => key),
        now,
      )
    )
      return false;
    const rows: { kind: AttemptKind; key: string; attempts: number }[] = [];
    for (const { kind, key } of keys) {
      const row = await lockAttempts(tx, key, now);
      // Another guess may have come between the look and the lock.
      if (row.blockedUntil > now) return false;
      const isForgiven = now.getTime() - row.lastAt.getTime() > FORGIVEN_AFTER_MS;
      rows.push({ kind, key, attempts: (isForgiven ? 0 : row.attempts) + 1 });
    }
    for (const { kind, key, attempts } of rows) {
      const blockedUntil = new Date(now.getTime() + waitAfter(kind, attempts, deps.rateFactor));
      await setAttempts(tx, key, { attempts, blockedUntil, lastAt: now });
    }
    return true;
  });
}

/** The guess was right: the account's count begins anew. The network's stays but for this one: others may guess from there. */
export async function forgiveAttempt(deps: AttemptDeps, guess: Guess): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  await deps.database.transaction(deps.systemScope, async (tx) => {
    for (const { kind, key } of keysOf(guess)) {
      if (kind === 'account') {
        await deleteAttempts(tx, key);
        continue;
      }
      const { attempts, lastAt, blockedUntil } = await lockAttempts(tx, key, now);
      const isFree = waitAfter(kind, attempts - 1, deps.rateFactor) === 0;
      await setAttempts(tx, key, {
        attempts: Math.max(0, attempts - 1),
        blockedUntil: isFree ? now : blockedUntil,
        lastAt,
      });
    }
  });
}

export async function purgeOldAttempts(database: Database, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGIVEN_AFTER_MS);
  await inBatches({ database, scope }, (tx, most) => purgeAttempts(tx, before, most));
}

function keysOf({ way, account, network, knownBrowser = null }: Guess): { kind: AttemptKind; key: string }[] {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  const name = account?.trim().toLowerCase();
  const key = knownBrowser === null ? `a:${way}:${hash(name ?? '')}` : `b:${way}:${hash(`${name} ${knownBrowser}`)}`;
  return [
    ...(account === null ? [] : [{ kind: 'account' as const, key }]),
    { kind: 'network' as const, key: `n:${way}:${hash(network)}` },
  ];
}
