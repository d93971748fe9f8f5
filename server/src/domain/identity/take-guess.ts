import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { FORGIVEN_AFTER_MS, type GuessKind, waitAfter } from './sign-in-guesses.rules.ts';
import { deleteGuesses, isBlocked, lockGuesses, purgeGuesses, setGuesses } from './sign-in-guesses.system.queries.ts';

export type GuessDeps = { database: Database; systemScope: SystemScope; rateFactor: number; now?: () => Date };

/** Not the present moment: a guess at the same time that began a little earlier would take that for a wait. */
const NOT_BLOCKED = new Date(0);

type Way = 'password' | 'code' | 'new_email' | 'token' | 'client_password' | 'client_code' | 'client_token';

/**
 * Who guesses, and at what: `way` keeps passwords and codes apart. Without an account only the network is counted.
 * `knownBrowser`: one that signed in to the account before waits for its own wrong guesses, and not for those of strangers.
 */
export type Guess = { way: Way; account: string | null; network: string; knownBrowser?: string | null };

/**
 * Counts one guess before it is looked at, so that a thousand at once are a thousand; false where the account or the network
 * has to wait, and then nothing is counted. Kept in the database: a restart forgives nothing.
 */
export function takeGuess(deps: GuessDeps, guess: Guess): Promise<boolean> {
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
    const rows: { kind: GuessKind; key: string; guesses: number }[] = [];
    for (const { kind, key } of keys) {
      const row = await lockGuesses(tx, key, now);
      // Another guess may have come between the look and the lock.
      if (row.blockedUntil > now) return false;
      const isForgiven = now.getTime() - row.lastAt.getTime() > FORGIVEN_AFTER_MS;
      rows.push({ kind, key, guesses: (isForgiven ? 0 : row.guesses) + 1 });
    }
    for (const { kind, key, guesses } of rows) {
      const wait = waitAfter(kind, guesses, deps.rateFactor);
      const blockedUntil = wait === 0 ? NOT_BLOCKED : new Date(now.getTime() + wait);
      await setGuesses(tx, key, { guesses, blockedUntil, lastAt: now });
    }
    return true;
  });
}

/** The guess was right: the account's count begins anew. The network's stays but for this one: others may guess from there. */
export async function forgiveGuess(deps: GuessDeps, guess: Guess): Promise<void> {
  const now = (deps.now ?? (() => new Date()))();
  await deps.database.transaction(deps.systemScope, async (tx) => {
    for (const { kind, key } of keysOf(guess)) {
      if (kind === 'account') {
        await deleteGuesses(tx, key);
        continue;
      }
      const { guesses, lastAt, blockedUntil } = await lockGuesses(tx, key, now);
      const isFree = waitAfter(kind, guesses - 1, deps.rateFactor) === 0;
      await setGuesses(tx, key, {
        guesses: Math.max(0, guesses - 1),
        blockedUntil: isFree ? NOT_BLOCKED : blockedUntil,
        lastAt,
      });
    }
  });
}

export async function purgeOldGuesses(database: Database, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGIVEN_AFTER_MS);
  await inBatches({ database, scope }, (tx, most) => purgeGuesses(tx, before, most));
}

function keysOf({ way, account, network, knownBrowser = null }: Guess): { kind: GuessKind; key: string }[] {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  const name = account?.trim().toLowerCase();
  const key = knownBrowser === null ? `a:${way}:${hash(name ?? '')}` : `b:${way}:${hash(`${name} ${knownBrowser}`)}`;
  return [
    ...(account === null ? [] : [{ kind: 'account' as const, key }]),
    { kind: 'network' as const, key: `n:${way}:${hash(network)}` },
  ];
}
