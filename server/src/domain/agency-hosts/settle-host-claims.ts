import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { HostClaims } from './agency-hosts.ports.ts';
import { claimMissing, dropOldClaims, hashHost, listHosts, listOldClaims } from './host-claims.system.queries.ts';

const PAGE = 1_000;

/**
 * Brings the directory in line with the hosts that this region has: claims what is missing (hosts from before there was a
 * directory), and lets old claims go that no host stands for. What is claimed meanwhile is young, and stays.
 */
export async function settleHostClaims(
  { database, claims, log }: { database: Database; claims: HostClaims; log: Logger },
  scope: SystemScope,
): Promise<void> {
  const { region } = claims;
  const directory = await claims.findDirectory();
  const old = new Set(await listOldClaims(directory, region));
  for (let after = ''; ; ) {
    const hosts = await database.transaction(scope, (tx) => listHosts(tx, scope, after, PAGE));
    if (hosts.length === 0) break;
    after = hosts.at(-1) as string;
    const hashes = hosts.map(hashHost);
    for (const hash of hashes) old.delete(hash);
    const elsewhere = await claimMissing(directory, region, hashes);
    if (elsewhere.length > 0) log.error({ hosts: elsewhere, region }, 'hosts_of_two_regions');
  }
  const gone = [...old];
  for (let at = 0; at < gone.length; at += PAGE) await dropOldClaims(directory, region, gone.slice(at, at + PAGE));
}
