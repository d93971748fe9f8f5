import { AGENCY_FONTS } from '@antiphon/contract/agency-themes';
import { fail } from '@antiphon/contract/errors';
import { SETTING_FAULTS } from '@antiphon/contract/setting-faults';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { familyOf, fontIdOf, fontSheetAddress } from './fonts.rules.ts';
import { findFont, insertWanted } from './fonts.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };

const builtIn = new Set<string>(AGENCY_FONTS);
const NOT_VALID = SETTING_FAULTS.font;

/** The family as it is written. Fails with `invalid_input` at the field where there is none of the name. */
export function demandFamily(name: string): string {
  const family = builtIn.has(name) ? name : familyOf(name);
  return family ?? fail('invalid_input', { message: NOT_VALID, issues: [{ path: 'googleFont', message: NOT_VALID }] });
}

/** In the transaction of whoever chose it: the font is brought once that commits, unless it is here. */
export async function wantFont({ database, systemScope }: Deps, tx: Tx, scope: Scope, family: string) {
  if (builtIn.has(family)) return;
  const font = { id: fontIdOf(family), family };
  const isWanted = await database.within(tx, systemScope, () => insertWanted(tx, systemScope, font));
  if (isWanted) await emit(tx, scope, { type: 'font_wanted', payload: { font: font.id } });
}

/** The address of its style sheet; empty where the installation's own files have it, or until it is brought. */
export async function findFontSheet({ database, systemScope }: Deps, family: string): Promise<string> {
  if (builtIn.has(family)) return '';
  return database.transaction(systemScope, (tx) => findFontSheetWithin(tx, systemScope, database.region, family));
}

export async function findFontSheetWithin(tx: Tx, system: SystemScope, region: string, family: string) {
  if (builtIn.has(family)) return '';
  const font = await findFont(tx, system, fontIdOf(family));
  return font?.state === 'ready' ? fontSheetAddress(region, family) : '';
}

/** How far a font is that somebody is about to choose; it is brought, so that a preview shows it. */
export async function checkFont(deps: Deps, scope: Scope, name: string) {
  const family = demandFamily(name);
  if (builtIn.has(family)) return { family, sheet: '', state: 'ready' as const };
  await deps.database.transaction(scope, (tx) => wantFont(deps, tx, scope, family));
  const font = await deps.database.transaction(deps.systemScope, (tx) =>
    findFont(tx, deps.systemScope, fontIdOf(family)),
  );
  const state = font?.state ?? 'wanted';
  return { family, state, sheet: state === 'ready' ? fontSheetAddress(deps.database.region, family) : '' };
}
