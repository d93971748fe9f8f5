import { createHash } from 'node:crypto';
import type { Region } from '@antiphon/contract/regions';
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { agencyHosts, hostClaims } from '../../db/schema/agencies.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Directory } from './agency-hosts.ports.ts';

export const hashHost = (host: string): string => createHash('sha256').update(host).digest('hex');

/** Older than this, a claim without a host is one that did not come to its end, or of a host that was given back. */
const isOld = lt(hostClaims.claimedAt, sql`now() - interval '10 minutes'`);

/** False where another region has it. Claiming anew makes the claim young. */
export async function claimHost(directory: Directory, region: Region, host: string): Promise<boolean> {
  const rows = await directory
    .insert(hostClaims)
    .values({ hostHash: hashHost(host), region })
    .onConflictDoUpdate({
      target: hostClaims.hostHash,
      set: { claimedAt: sql`now()` },
      setWhere: eq(hostClaims.region, region),
    })
    .returning({ region: hostClaims.region });
  return rows.length > 0;
}

/** Null where no region has it. */
export async function readClaim(directory: Directory, host: string) {
  const [row] = await directory
    .select({ region: hostClaims.region, claimedAt: hostClaims.claimedAt })
    .from(hostClaims)
    .where(eq(hostClaims.hostHash, hashHost(host)));
  return row ?? null;
}

/** Of a claim that was read before: false where somebody claimed the host anew since. */
export async function moveClaim(directory: Directory, to: Region, host: string, read: { claimedAt: Date }) {
  const rows = await directory
    .update(hostClaims)
    .set({ region: to, claimedAt: sql`now()` })
    .where(and(eq(hostClaims.hostHash, hashHost(host)), eq(hostClaims.claimedAt, read.claimedAt)))
    .returning({ region: hostClaims.region });
  return rows.length > 0;
}

/** Claims what nobody has; answers those that another region has. */
export async function claimMissing(directory: Directory, region: Region, hashes: string[]): Promise<string[]> {
  await directory
    .insert(hostClaims)
    .values(hashes.map((hostHash) => ({ hostHash, region })))
    .onConflictDoNothing();
  const rows = await directory.select().from(hostClaims).where(inArray(hostClaims.hostHash, hashes));
  return rows.filter((row) => row.region !== region).map((row) => row.hostHash);
}

export async function listOldClaims(directory: Directory, region: Region): Promise<string[]> {
  const rows = await directory
    .select({ hostHash: hostClaims.hostHash })
    .from(hostClaims)
    .where(and(eq(hostClaims.region, region), isOld));
  return rows.map(({ hostHash }) => hostHash);
}

/** Those of them that nobody made young meanwhile. */
export async function dropOldClaims(directory: Directory, region: Region, hashes: string[]): Promise<void> {
  await directory
    .delete(hostClaims)
    .where(and(eq(hostClaims.region, region), isOld, inArray(hostClaims.hostHash, hashes)));
}

/** Of those given back so many days ago, `most`; how many went. */
export const deleteReleasedHosts = (tx: Tx, _system: SystemScope, days: number, most: number): Promise<number> =>
  deleteSome(tx, agencyHosts, sql`released_at < now() - make_interval(days => ${days}::int)`, most);

/** Of all agencies of the region, served or kept for them, in order; those after `after`. */
export async function listHosts(tx: Tx, _system: SystemScope, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(gt(agencyHosts.host, after))
    .orderBy(asc(agencyHosts.host))
    .limit(limit);
  return rows.map(({ host }) => host);
}
