import { type Brand, readThemeString } from '@antiphon/contract/agency-themes';
import { fail } from '@antiphon/contract/errors';
import type { AgencyId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findFrameOrigins } from '../agency-tabs/find-frame-origins.ts';
import { findFontSheetWithin } from '../fonts/choose-font.ts';
import { getProfile } from '../identity/get-profile.ts';
import { findScopedCss } from './agencies.queries.ts';
import { findAgencyOfHost, findSeller } from './agencies.system.queries.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  platformName: string;
  publicUrl: string | null;
};

/** Whose host was called, and how it looks. */
export type HostAgency = {
  agencyId: AgencyId;
  workspaceUid: WorkspaceUid;
  brand: Brand;
  hasCss: boolean;
  frameOrigins: readonly string[];
  revision: number;
};

/** `host` is normalised. Null where no agency of this region has it. */
export async function findHostAgency(deps: Deps, host: string): Promise<HostAgency | null> {
  const { database, systemScope, platformName, publicUrl } = deps;
  const found = await database.transaction(systemScope, async (tx) => {
    const row = await findAgencyOfHost(tx, systemScope, host);
    if (!row) return null;
    const fontSheet = await findFontSheetWithin(tx, systemScope, database.region, row.googleFont);
    return { row, fontSheet, frameOrigins: await findFrameOrigins(tx, systemScope, row.id) };
  });
  const row = found?.row;
  const theme = row && readThemeString(row.customThemeJSONString);
  if (!found || !row || !theme) return null;
  const { id, workspaceUid, name, brandingText, squarePhotoURL, darkModeSquarePhotourl } = row;
  const { mainWebsite, supportEmail, tosPage, privacyPolicypPage, address } = row;
  const { googleFont, themeVariant, themeColorUsage } = row as unknown as Brand;
  const brand: Brand = {
    ...{
      ID: id,
      name,
      brandingText,
      squarePhotoURL,
      darkModeSquarePhotourl,
      googleFont,
      fontSheet: found.fontSheet,
      themeVariant,
      themeColorUsage,
    },
    ...{ ...theme, mainWebsite, supportEmail, tosPage, privacyPolicypPage, address },
    poweredBy: row.showsPoweredBy ? { name: platformName, url: publicUrl ?? '' } : null,
  };
  return {
    agencyId: id,
    workspaceUid,
    brand,
    hasCss: row.hasCss,
    frameOrigins: found.frameOrigins,
    revision: row.revision,
  };
}

/** Its own style sheet, as it may be given out. */
export const readAgencyCss = (
  { database, makeScope }: Pick<Deps, 'database'> & { makeScope: (uid: WorkspaceUid) => Scope },
  uid: WorkspaceUid,
): Promise<string> => {
  const scope = makeScope(uid);
  return database.transaction(scope, (tx) => findScopedCss(tx, scope));
};

/** An allow-list of what a client's screen shows differently by; nothing of it is secret. */
export async function getSeller(deps: Deps, userId: UserId, agencyId: AgencyId) {
  const { database, systemScope } = deps;
  const seller = await database.transaction(systemScope, (tx) => findSeller(tx, systemScope, userId, agencyId));
  if (!seller) fail('not_found');
  const { whitelabel_trial, useNewPricing } = (await getProfile(deps, userId)).internal;
  return { ...seller, internal: { whitelabel_trial, useNewPricing } };
}
