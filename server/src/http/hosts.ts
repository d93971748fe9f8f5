import type { Brand } from '@antiphon/contract/agency-themes';
import type { AgencyId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';

/** Whose host was called: everything on it is that agency's, and nothing of anybody else's is there. */
export type HostAgency = { agencyId: AgencyId; workspaceUid: WorkspaceUid; brand: Brand };

/** A host of the platform's own, of an agency, or a name under the root domain that nobody has. */
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

/** For how long a found host is not looked up again, in milliseconds. What an agency saves is seen that much later. */
const KEPT_MS = 1_000;
const KEPT_MAX = 1_000;

/** Lower case, without port and final dot. */
export const normaliseHost = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');

export const calledHost = (headers: Headers): string => normaliseHost(headers.get('host') ?? '');

/** Is it a name under the root domain that may be an agency's? Decides without a look-up, for every request. */
export function mayBeAgencyHost(
  host: string,
  { rootDomain, publicUrl }: Pick<HostOptions, 'rootDomain' | 'publicUrl'>,
) {
  if (!host.endsWith(`.${rootDomain}`) || host === `www.${rootDomain}`) return false;
  return publicUrl === null || host !== normaliseHost(new URL(publicUrl).host);
}

export function makeHostLookup(options: HostOptions) {
  const kept = new Map<string, { found: CalledHost; until: number }>();
  return async (host: string): Promise<CalledHost> => {
    const known = kept.get(host);
    if (known && known.until > Date.now()) return known.found;
    for (const region of options.regions) {
      const agency = await options.findHostAgency(region, host);
      if (!agency) continue;
      if (kept.size >= KEPT_MAX) kept.clear();
      const found: CalledHost = { kind: 'agency', region, agency, host };
      kept.set(host, { found, until: Date.now() + KEPT_MS });
      return found;
    }
    kept.delete(host);
    return { kind: 'unknown' };
  };
}
