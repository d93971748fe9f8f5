import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Scope } from './db/scope.ts';
import { findHostAgency, readAgencyCss } from './domain/agencies/find-host-agency.ts';
import { mayHaveCertificate } from './domain/agencies/may-have-certificate.ts';
import { readFrameOrigins } from './domain/agency-tabs/find-frame-origins.ts';
import { serveTab } from './domain/agency-tabs/serve-tab.ts';
import { findHooked } from './domain/channels/find-hooked.ts';
import { domainToken } from './domain/custom-domains/wanted-records.rules.ts';
import { readFontFile, readFontSheet } from './domain/fonts/read-font.ts';
import { findCalled } from './domain/phone-numbers/find-called.ts';
import type { RegionApi } from './http/server.ts';

type Deps = Parameters<typeof findHostAgency>[0] &
  Parameters<typeof readAgencyCss>[0] &
  Parameters<typeof serveTab>[0] &
  Parameters<typeof readFontFile>[0] & { makeScope: (uid: WorkspaceUid) => Scope; secretKey: string };

type HostParts =
  | 'findHostAgency'
  | 'readAgencyCss'
  | 'readFrameOrigins'
  | 'serveTab'
  | 'hostToken'
  | 'mayHaveCertificate'
  | 'readFontSheet'
  | 'readFontFile';

/** What a region knows of the hosts that are called, and of the pages that agencies wrote. */
export const makeHosts = (deps: Deps): Pick<RegionApi, HostParts> => ({
  findHostAgency: (host) => findHostAgency(deps, host),
  readAgencyCss: (uid) => readAgencyCss(deps, uid),
  readFrameOrigins: (uid) => readFrameOrigins(deps, deps.makeScope(uid)),
  serveTab: (id, query) => serveTab(deps, id, query),
  hostToken: (uid, host) => domainToken(deps.secretKey, uid, host),
  readFontSheet: (id) => readFontSheet(deps, id),
  readFontFile: (id, number) => readFontFile(deps, id, number),
  mayHaveCertificate: (host) => mayHaveCertificate(deps, host),
});

/** Whose address a provider calls. */
export async function findHookOwner(
  deps: Parameters<typeof findHooked>[0] & Parameters<typeof findCalled>[0],
  named: { provider: string; hookKey: string },
): Promise<WorkspaceUid | null> {
  const found = named.provider === 'phone' ? await findCalled(deps, named.hookKey) : await findHooked(deps, named);
  return found?.scope.workspaceUid ?? null;
}
