import type { OrgId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findOrgRow } from './orgs.queries.ts';

/** Whether its people pay their agency themselves. */
export const hasBilling = async (tx: Tx, scope: Scope, id: OrgId): Promise<boolean> =>
  (await findOrgRow(tx, scope, id))?.allowBilling ?? false;

/** Empty where there is no such org. */
export const findOrgName = async (tx: Tx, scope: Scope, id: OrgId): Promise<string> =>
  (await findOrgRow(tx, scope, id))?.name ?? '';
