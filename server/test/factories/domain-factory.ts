import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import type { TestApi } from '../harness/api.ts';
import type { DnsWorld } from '../harness/dns-world.ts';
import { type Owner, ok, signUp } from './api-factory.ts';

export const EDGE_HOST = 'edge.example';
/** Of an installation that serves custom domains; `world` has its names, and https is at `port`. */
export const edgeSettings = (world: DnsWorld, port = 443) => ({
  PUBLIC_URL: `https://app.platform.example${port === 443 ? '' : `:${port}`}`,
  PLATFORM_ROOT_DOMAIN: 'platform.example',
  EDGE_HOST,
  EDGE_ADDRESSES: '127.0.0.1',
  DNS_SERVERS: world.resolver,
  OUTBOUND_ALLOW_SITES: world.serverPair,
});

type Api = Pick<TestApi, 'call' | 'origin'>;
type At = { region?: string };

/** An agency in its trial. */
export async function makeAgency(api: Api, at: At = {}): Promise<Owner> {
  const owner = await signUp(api, at);
  ok(await api.call('POST', '/rpc/activateWhitelabelTrial', { caller: owner.caller, body: { uid: owner.uid }, ...at }));
  return owner;
}

export const claimDomain = (api: Api, owner: Owner, customDomain: string, at: At = {}) =>
  api.call('POST', '/hosting/custom-domain', {
    caller: owner.caller,
    body: { uid: owner.uid, customDomain, isCustomDomain: true },
    ...at,
  });

export const removeDomain = (api: Api, owner: Owner, domain: string, at: At = {}) =>
  api.call('DELETE', `/hosting/custom-domain?domain=${domain}&domainType=customDomain`, {
    caller: owner.caller,
    ...at,
  });

/** Its own domain, as its screen asks for it. */
export const readDomain = async (api: Api, owner: Owner, domain: string, at: At = {}) => {
  const query = `uid=${owner.uid}&domain=${domain}&domainType=customDomain`;
  return ok(await api.call('GET', `/hosting/custom-domain?${query}`, { caller: owner.caller, ...at }));
};

export const auditOf = async (database: Database, { uid }: Owner): Promise<string[]> => {
  const { rows } = (await database.unscoped.execute(
    sql`select action from audit_entries where workspace_uid = ${uid} order by position`,
  )) as unknown as { rows: { action: string }[] };
  return rows.map(({ action }) => action);
};

/** The records that a domain needs, at its zone: what was found at each claim's `verification`. */
export function setRecords(world: DnsWorld, records: { type: string; name: string; value: string }[]) {
  for (const { type, name, value } of records) world.set(name, type as 'TXT' | 'CNAME', value);
}
