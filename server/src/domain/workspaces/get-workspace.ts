import { fail } from '@antiphon/contract/errors';
import type { Workspace } from '@antiphon/contract/workspaces';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { getCredits } from '../billing/get-balance.ts';
import type { Member } from '../identity/identity.policy.ts';
import { workspaceAbilities } from './workspaces.policy.ts';
import { findWorkspace, type WorkspaceRow } from './workspaces.queries.ts';

export async function getWorkspace(deps: { database: Database }, member: Member): Promise<Workspace> {
  return deps.database.transaction(member.scope, (tx) => readWorkspace(tx, deps.database.region, member));
}

export async function readWorkspace(tx: Tx, region: Workspace['region'], member: Member): Promise<Workspace> {
  const row = await findWorkspace(tx, member.scope);
  if (!row) fail('not_found');
  const { balanceMicro, lastGrantMicro, usedPercent } = await getCredits(tx, member.scope);
  const credits = { loadTokens: toCredits(balanceMicro), lastGrant: toCredits(lastGrantMicro), usedPercent };
  return present(row, region, member, credits);
}

export async function hasEverPaid(tx: Tx, scope: Scope): Promise<boolean> {
  return (await findWorkspace(tx, scope))?.hasEverPaid ?? false;
}

function present(
  row: WorkspaceRow,
  region: Workspace['region'],
  member: Member,
  credits: Pick<Workspace, 'loadTokens' | 'lastGrant' | 'usedPercent'>,
): Workspace {
  return {
    uid: row.uid,
    workspaceName: row.workspaceName,
    workspacePhotoURL: row.workspacePhotoURL,
    region,
    ...credits,
    plan: row.stripeSubscriptionId === null ? 'free' : 'paid',
    isOwn: (row.uid as string) === member.userId,
    permissions: [...member.permissions],
    abilities: workspaceAbilities(member, row, credits.loadTokens, new Date()),
    secretLast4: row.secretLast4,
    joinedAt: Math.floor(row.joinedAt.getTime() / 1_000),
  };
}
