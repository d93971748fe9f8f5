import { fail } from '@antiphon/contract/errors';
import type { SystemScope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { demandWhiteLabel } from '../entitlements/demand-white-label.ts';
import { getProfile } from '../identity/get-profile.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import type { PayObject } from '../payments/payments.ports.ts';
import { findWorkspaceOwner } from '../workspaces/find-workspace-owner.ts';
import { findAccount, lockAccount, setAccountId, takeOffSale, updateAccount } from './connect.queries.ts';

export type ConnectDeps = PayerDeps & {
  systemScope: SystemScope;
  publicUrl: string | null;
  clock: () => Date;
  objects: { look(object: PayObject): Promise<void> };
};

/**
 * The account of an agency, made once: the row is there before the provider is asked, and its attempt names the call. One that its
 * owner has taken back is followed by another.
 */
export async function createAccount(deps: ConnectDeps, member: Member): Promise<string> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database, log, clock } = deps;
  const { scope } = member;
  const begun = await database.transaction(scope, async (tx) => {
    await demandWhiteLabel(tx, scope, clock());
    const face = await findAgencyFace(deps, tx, scope);
    const ownerUserId = await findWorkspaceOwner(tx, scope);
    if (!ownerUserId) fail('not_found');
    const row = await lockAccount(tx, scope);
    if (row.accountId === null || row.disconnectedAt === null) return { ...row, face, ownerUserId };
    const attempt = row.attempt + 1;
    await updateAccount(tx, scope, { attempt, accountId: null, email: '', disconnectedAt: null });
    // What is sold there is not sold here.
    await takeOffSale(tx, scope);
    return { ...row, attempt, accountId: null, face, ownerUserId };
  });
  if (begun.accountId !== null) return begun.accountId;
  const { email, displayName } = await getProfile(deps, begun.ownerUserId);
  const given = { workspace: scope.workspaceUid, email, name: begun.face?.name ?? displayName };
  const key = `connect:${scope.workspaceUid}:${begun.attempt}`;
  const { id } = await askProvider(log, payments.createMerchant(given, key));
  const accountId = await database.transaction(scope, async (tx) => {
    await setAccountId(tx, scope, { attempt: begun.attempt, accountId: id });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'connect.create_account', target: id });
    return (await findAccount(tx, scope))?.accountId ?? fail('conflict');
  });
  await deps.objects.look({ account: accountId, kind: 'merchant', id: accountId });
  return accountId;
}

/** Whoever opens it comes back to the settings, whatever became of it; one that is used or over leads to another. */
export async function createAccountLink(
  deps: ConnectDeps,
  member: Member,
  { origin }: { origin: string },
): Promise<string> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database, log } = deps;
  const { scope } = member;
  const accountId = (await database.transaction(scope, (tx) => findAccount(tx, scope)))?.accountId;
  if (!accountId) fail('not_found');
  const page = `${origin}/app/${database.region}/agency?activeTabIndex=5`;
  const asked = { returnUrl: `${page}&connect=back`, refreshUrl: `${page}&connect=again` };
  return askProvider(log, payments.createMerchantLink(accountId, asked));
}

/** Asks how far it is, before anything of it is shown. */
export async function refreshAccount(deps: ConnectDeps, member: Member): Promise<void> {
  demandPayments(deps);
  const { scope } = member;
  const accountId = (await deps.database.transaction(scope, (tx) => findAccount(tx, scope)))?.accountId;
  if (accountId) await deps.objects.look({ account: accountId, kind: 'merchant', id: accountId });
}
