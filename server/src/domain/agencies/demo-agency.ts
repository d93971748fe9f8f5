import { DEFAULT_PRIMARY, makeThemeString } from '@antiphon/contract/agency-themes';
import { type AgencyId, newAgencyId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findWorkspaceOwner, markAgency, unmarkAgency } from '../workspaces/find-workspace-owner.ts';
import { deleteAgency, insertAgency, lockAgency } from './agencies.queries.ts';

/** A brand to look around with, which uses up no trial. Null where the workspace is an agency already, which it then stays. */
export async function insertDemoAgency(tx: Tx, scope: Scope, brand: { name: string }): Promise<AgencyId | null> {
  if ((await findWorkspaceOwner(tx, scope)) === null || (await lockAgency(tx, scope))) return null;
  await markAgency(tx, scope);
  const id = newAgencyId();
  await insertAgency(tx, scope, { id, ...brand, customThemeJSONString: makeThemeString(DEFAULT_PRIMARY, 'system') });
  return id;
}

/** Its host is free again, and the workspace is as it was. Nothing happens where the agency is another one by now. */
export async function removeDemoAgency(tx: Tx, scope: Scope, id: AgencyId): Promise<void> {
  if (await deleteAgency(tx, scope, id)) await unmarkAgency(tx, scope);
}
