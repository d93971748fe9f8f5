import type { Brand } from '@antiphon/contract/agency-themes';
import { fail } from '@antiphon/contract/errors';
import type { AgencyId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import { LRUCache } from 'lru-cache';
import { answerWithin } from './answer-within.ts';

/**
 * Whose host was called: everything on it is that agency's, and nothing of anybody else's is there. A thousand of them are kept in
 * memory: what is long, such as the agency's style sheet, is read where it is wanted. `revision` tells one state of its looks from the next.
 */
export type HostAgency = {
  agencyId: AgencyId;
  workspaceUid: WorkspaceUid;
  brand: Brand;
  hasCss: boolean;
  /** What a dashboard of it lets into a frame, beside its own pages and those of the host of contents. */
  frameOrigins: readonly string[];
  revision: number;
};

/** A host of the platform's own, of an agency, or a name that nobody has. */
export type CalledHost =
  | { kind: 'platform' }
  | { kind: 'agency'; region: Region; agency: HostAgency; host: string }
  | { kind: 'unknown' };

export type HostOptions = {
  /** Agencies' subdomains stand under it; in development `localhost`. */
  rootDomain: string;
  /** The platform's own address; null takes the root domain and its `www`, and whatever lies outside of it. */
  publicUrl: string | null;
  regions: readonly Region[];
  findHostAgency(region: Region, host: string): Promise<HostAgency | null>;
};

/** For how long a host is not looked up again, in milliseconds. What an agency saves or claims is seen that much later. */
const KEPT_MS = 1_000;
const FOUND_MAX = 1_000;
/** Anybody can ask for names that nobody has: they have a place of their own and push out no host that somebody has. */
const UNKNOWN_MAX = 10_000;
/** A region that has not answered by then has not answered. */
const ASK_MS = 2_000;

/** Lower case, without port and final dot. */
export const normaliseHost = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');

export const calledHost = (headers: Headers): string => normaliseHost(headers.get('host') ?? '');

type Names = Pick<HostOptions, 'rootDomain' | 'publicUrl'>;

/** Names of the name system with a dot, and neither addresses nor names of a machine within a network. */
const FULL_NAME = /^[a-z0-9_.-]+\.[a-z][a-z0-9-]*$/;

/**
 * Is it a name that may be an agency's? Decides without a look-up, for every request. Where the platform has an address, whatever is
 * not its own name may be, too: agencies have domains of their own.
 */
export function mayBeAgencyHost(host: string, { rootDomain, publicUrl }: Names): boolean {
  if (host === rootDomain || host === `www.${rootDomain}`) return false;
  if (publicUrl === null) return host.endsWith(`.${rootDomain}`);
  return FULL_NAME.test(host) && host !== normaliseHost(new URL(publicUrl).host);
}

/** Of an agency's own, not of a name below ours. */
export const isForeignName = (host: string, { rootDomain }: Names): boolean =>
  host !== rootDomain && !host.endsWith(`.${rootDomain}`);

/**
 * Asks all regions at once; the first that has the host answers, whatever the others do. A name is unknown only where every
 * region says so: rejects with `unavailable` where one did not answer, unless the host was found before.
 */
export function makeHostLookup({ regions, findHostAgency }: Pick<HostOptions, 'regions' | 'findHostAgency'>) {
  const found = new LRUCache<string, { called: CalledHost; until: number }>({ max: FOUND_MAX });
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: KEPT_MS });
  const asked = new Map<string, Promise<CalledHost>>();

  const askRegion = async (region: Region, host: string): Promise<CalledHost> => {
    const agency = await answerWithin(ASK_MS, findHostAgency(region, host));
    return agency ? { kind: 'agency', region, agency, host } : Promise.reject(NOBODY);
  };
  const ask = async (host: string): Promise<CalledHost> => {
    try {
      const called = await Promise.any(regions.map((region) => askRegion(region, host)));
      found.set(host, { called, until: Date.now() + KEPT_MS });
      return called;
    } catch (error) {
      const isUnknown = (error as AggregateError).errors.every((reason) => reason === NOBODY);
      const before = found.get(host);
      if (!isUnknown) return before?.called ?? fail('unavailable');
      found.delete(host);
      unknown.set(host, true);
      return { kind: 'unknown' };
    }
  };
  return async (host: string): Promise<CalledHost> => {
    const known = found.get(host);
    if (known && known.until > Date.now()) return known.called;
    if (unknown.has(host)) return { kind: 'unknown' };
    const asking = asked.get(host) ?? ask(host).finally(() => asked.delete(host));
    asked.set(host, asking);
    return asking;
  };
}

const NOBODY = Symbol('no agency of the region has the host');
