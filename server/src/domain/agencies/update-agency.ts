import type { AgencyChange } from '@antiphon/contract/agencies';
import { makeThemeString, readThemeString } from '@antiphon/contract/agency-themes';
import { fail } from '@antiphon/contract/errors';
import { newAgencySecret } from '@antiphon/contract/ids';
import { SETTING_FAULTS } from '@antiphon/contract/setting-faults';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { OurHosts } from '../agency-tabs/agency-tabs.rules.ts';
import { saveTabs } from '../agency-tabs/save-tabs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { demandFamily, wantFont } from '../fonts/choose-font.ts';
import { actorOf, demand, demandAll, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import type { ScopeCss, ScopedCss } from './agencies.ports.ts';
import { type AgencyRow, endKeySessions, lockAgency, updateAgency } from './agencies.queries.ts';

/**
 * Changes what is given. A theme is stored as its colour makes it, whatever palette was sent with it. Fails with `conflict` where
 * `revision` is given and somebody saved since.
 */
export async function saveAgency(
  deps: { database: Database; systemScope: SystemScope; scopeCss: ScopeCss } & Omit<OurHosts, 'own'>,
  member: Member,
  { revision, ...input }: AgencyChange & { revision?: number | undefined },
): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const { settings, customThemeJSONString, customTabs, ...rest } = input;
  const theme = customThemeJSONString === undefined ? null : readThemeString(customThemeJSONString);
  const googleFont = input.googleFont === undefined ? undefined : demandFamily(input.googleFont);
  const scoped = input.customCSS === undefined ? null : await scopeAgencyCss(deps, member, input.customCSS);
  const given = {
    ...rest,
    googleFont,
    ...(theme ? { customThemeJSONString: makeThemeString(theme.primary, theme.themeType) } : {}),
    ...(scoped ? { scopedCSS: scoped.css } : {}),
    ...(settings ? { disablePasswordLogin: settings.disablePasswordLogin } : {}),
  };
  const change = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Partial<AgencyRow>;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockAgency(tx, scope);
    if (!row) fail('not_found');
    if (revision !== undefined && revision !== row.revision) fail('conflict');
    await updateAgency(tx, scope, { ...change, revision: row.revision + 1, lastModified: new Date() });
    if (googleFont) await wantFont(deps, tx, scope, googleFont);
    if (customTabs) await saveTabs(tx, scope, { agencyId: row.id, tabs: customTabs, hosts: deps });
    const details = { fields: [...Object.keys(change), ...(customTabs ? ['customTabs'] : [])] };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agency.update', target: row.id, details });
  });
}

/** Nothing is stored. Fails with `invalid_input` where the sheet takes longer to read than it may. */
export async function scopeAgencyCss(deps: { scopeCss: ScopeCss }, member: Member, css: string): Promise<ScopedCss> {
  demand(member, 'agency.write');
  if (css.trim() === '') return { css: '', leftOut: [] };
  try {
    return await deps.scopeCss(css);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    const message = SETTING_FAULTS.css;
    return fail('invalid_input', { message, issues: [{ path: 'customCSS', message }] });
  }
}

/**
 * The key opens all agents with every page, so that only who may do everything may make one. The old key ends with the commit,
 * and what was opened with it; the new one is returned this once and stored as a hash.
 */
export async function rotateAgencySecret(deps: { database: Database }, member: Member): Promise<string> {
  demandAll(member);
  const { scope } = member;
  const secret = newAgencySecret();
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockAgency(tx, scope);
    if (!row) fail('not_found');
    await updateAgency(tx, scope, { secretHash: hashSecret(secret), secretLast4: secret.slice(-4) });
    await endKeySessions(tx, scope);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agency.rotate_secret', target: row.id });
  });
  return secret;
}
