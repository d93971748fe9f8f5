import { createHash } from 'node:crypto';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { CellDirectory, DirectoryTables, Leading, LookupKind } from './directory.ports.ts';
import * as queries from './directory.system.queries.ts';

const KNOWN_MAX = 100_000;
const KEPT_MS = 60_000;

type Known<Value> = { value: Value; until: number };

/**
 * Where each workspace of a region with several cells is. What was heard is used for a minute, and for as long as the directory cannot be asked: whoever
 * comes to the wrong cell is told by the cell.
 */
export function makeCellDirectory(options: {
  /** The cell that has the directory, and every workspace that was never moved. */
  first: string;
  tables(): DirectoryTables;
  now?: () => number;
}): CellDirectory {
  const { first, tables, now = Date.now } = options;
  const places = new LRUCache<WorkspaceUid, Known<string>>({ max: KNOWN_MAX });
  const owners = new LRUCache<string, Known<WorkspaceUid>>({ max: KNOWN_MAX });
  const asked = new Map<string, Promise<unknown>>();

  /** Many who want to know one thing ask once. */
  const once = <Value>(name: string, ask: () => Promise<Value>): Promise<Value> => {
    const asking = (asked.get(name) as Promise<Value> | undefined) ?? ask().finally(() => asked.delete(name));
    asked.set(name, asking);
    return asking;
  };
  const look = (uid: WorkspaceUid) =>
    once(`cell ${uid}`, async () => {
      const value = (await queries.findCell(tables(), uid)) ?? first;
      places.set(uid, { value, until: now() + KEPT_MS });
      return value;
    });
  const fresh = <Value>(known: Known<Value> | undefined) => (known && known.until > now() ? known.value : undefined);
  return {
    knownCell: (uid) => fresh(places.get(uid)),
    async findCell(uid) {
      const known = places.get(uid);
      return fresh(known) ?? look(uid).catch((error: unknown) => known?.value ?? Promise.reject(error));
    },
    lookAgain: look,
    async findWhose(kind, key) {
      const hash = hashKey(key);
      const name = `${kind} ${hash}`;
      const known = owners.get(name);
      const value = fresh(known);
      if (value !== undefined) return value;
      // A conversation changes hands as little as its workspace's uid does.
      if (!isStored(kind)) return known?.value ?? null;
      const found = await once(name, () => queries.findLookup(tables(), kind, hash)).catch(
        (error: unknown) => known?.value ?? Promise.reject(error),
      );
      if (found) owners.set(name, { value: found, until: now() + KEPT_MS });
      return found;
    },
    remember(kind, key, uid) {
      const hash = hashKey(key);
      const name = `${kind} ${hash}`;
      if (fresh(owners.get(name)) === uid) return;
      owners.set(name, { value: uid, until: now() + KEPT_MS });
      // What is not written down is found again.
      if (isStored(kind)) void queries.putLookup(tables(), kind, hash, uid).catch(() => {});
    },
  };
}

/** Neither memory nor table has anybody's key. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isStored = (kind: Leading): kind is LookupKind => kind !== 'conversation' && kind !== 'file';
