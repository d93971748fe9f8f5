import { createHash } from 'node:crypto';

/** What the hash of one entry speaks for. `previousHash` is '' in a workspace's first entry. */
export type ChainLink = {
  id: string;
  workspaceUid: string;
  actor: string;
  action: string;
  target: string;
  details: unknown;
  previousHash: string;
  createdAt: Date;
};

export type ChainEntry = ChainLink & { position: number; hash: string };

/** `changed`: the row is not what was hashed. `unlinked`: the row before it is not the one it followed when it was written. */
export type ChainFault = { entryId: string; position: number; reason: 'changed' | 'unlinked' };

/** SHA-256 in hex, over a text that is the same however the database orders the keys of `details`. */
export function hashOf(link: ChainLink): string {
  const { previousHash, id, workspaceUid, actor, action, target, createdAt } = link;
  const content = [previousHash, id, workspaceUid, actor, action, target, sortKeys(link.details), createdAt];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The first entry that does not follow from what stands before it; `entries` are in the order of their positions. */
export function findChainFault(previousHash: string, entries: readonly ChainEntry[]): ChainFault | null {
  let expected = previousHash;
  for (const entry of entries) {
    const where = { entryId: entry.id, position: entry.position };
    if (entry.previousHash !== expected) return { ...where, reason: 'unlinked' };
    if (entry.hash !== hashOf(entry)) return { ...where, reason: 'changed' };
    expected = entry.hash;
  }
  return null;
}

/** As JSON would hold it: dates are texts, what is undefined is left out. */
function sortKeys(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
