import type { OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { findAgencyFace } from '../agencies/find-agency-face.ts';
import { billingPage, orgPage } from '../arrears/arrears.rules.ts';
import { monthOf } from '../billing/calendar.rules.ts';
import { MICRO } from '../billing/credits.rules.ts';
import { getBalance } from '../billing/get-balance.ts';
import { listOrgPayers } from '../clients/list-org-payers.ts';
import { findSeller } from '../connect/find-seller.ts';
import { canSell } from '../credit-sales/sell-credits.ts';
import { queueWhereAllowed } from '../email/queue-email.ts';
import { listPayingAddressesWithin } from '../members/list-member-addresses.ts';
import type { OrderRunner } from '../orders/orders.ports.ts';
import { placeAway } from '../orders/place-order.ts';
import { findOrgName } from '../orgs/has-billing.ts';
import { findPayerById, lockPayer } from '../payments/lock-payer.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';
import { quoteFor, quoteSum } from '../quotes/make-quote.ts';
import { usdOf } from '../quotes/money.rules.ts';
import { findWorkspaceName } from '../workspaces/find-workspace-owner.ts';
import { costOf, gatherFacts } from './read-recharge.ts';
import {
  type ClaimedRecharge,
  findOutcome,
  lockClaimed,
  noteRecharge,
  type RechargeRow,
  reserveMonth,
  settleMonth,
} from './recharges.queries.ts';
import { afterFailure, isInTime, laterThan, type PauseReason, standingOf } from './recharges.rules.ts';

export type RunDeps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  payments: PaymentProvider;
  orders: Pick<OrderRunner, 'advance'>;
  clock: () => Date;
  log: Logger;
  secretKey: string;
  publicUrl: string | null;
};

type Payer = NonNullable<Awaited<ReturnType<typeof findPayerById>>>;
type Quoted = Pick<Awaited<ReturnType<typeof quoteFor>>, 'quote' | 'payer'>;

/**
 * Buys credits where they run low, once: what is on its way is settled first. The quote is asked for before anything is decided; all that is
 * decided is decided in the one transaction that writes the order.
 */
export async function recharge(deps: RunDeps, claimed: ClaimedRecharge): Promise<void> {
  const { database, clock, orders } = deps;
  const scope = deps.makeScope(claimed.workspaceUid);
  if (claimed.orderId !== null) return settle(deps, scope, claimed);
  const payer = await database.transaction(scope, async (tx) =>
    (await mayBegin(deps, tx, scope, claimed)) ? findPayerById(tx, scope, claimed.payerId) : null,
  );
  if (!payer) return giveBack(deps, scope, claimed, true);
  const quoted =
    payer.orgId === null ? await quoteOwn(deps, scope, claimed, payer) : await quoteOrg(deps, scope, claimed, payer);
  const orderId = await database.transaction(scope, (tx) => begin(deps, tx, scope, claimed, quoted));
  if (orderId === null) return giveBack(deps, scope, claimed);
  await orders.advance(orderId);
  await database.transaction(scope, async (tx) => {
    const order = await findOutcome(tx, scope, orderId);
    // Else another run settles it, when it is over.
    if (order?.state === 'open' || order?.state === 'sent' || order?.state === 'action')
      await noteRecharge(tx, scope, claimed, { nextAt: laterThan(clock()) });
  });
  return settle(deps, scope, claimed);
}

/** For so much in the workspace's own currency. */
function quoteOwn(deps: RunDeps, scope: Scope, { amount }: ClaimedRecharge, payer: Payer): Promise<Quoted> {
  const wanted = { purpose: 'top_up' as const, amount: usdOf(amount * 100, costOf(payer, amount).currency) };
  return quoteFor(deps, scope, { wanted, country: null });
}

/** For so many dollars, at what the agency asks for a credit now. */
async function quoteOrg(deps: RunDeps, scope: Scope, { amount }: ClaimedRecharge, payer: Payer): Promise<Quoted> {
  const { customerId } = payer;
  if (customerId === null) throw new Error('the org is no customer');
  const { creditMicroUsd } = await deps.database.transaction(scope, (tx) => findSeller(tx, scope));
  const paying = { ...payer, customerId };
  const quote = await quoteSum(deps, scope, paying, {
    ...{ purpose: 'client_credits', wanted: { amount } },
    credits: (BigInt(amount) * MICRO * MICRO) / BigInt(creditMicroUsd),
    line: { key: 'credits', name: 'Credits', unitAmount: amount * 100 },
  });
  return { quote, payer: paying };
}

/** In a minute it is looked at again, unless a later time is set. `isOff`: what a client wanted may not be, and is forgotten. */
export const giveBack = (
  { database, clock }: Pick<RunDeps, 'database' | 'clock'>,
  scope: Scope,
  claimed: ClaimedRecharge,
  isOff = false,
) =>
  database.transaction(scope, async (tx) => {
    const row = await lockClaimed(tx, scope, claimed);
    if (!row) return;
    const next = laterThan(clock());
    await noteRecharge(tx, scope, claimed, {
      nextAt: row.nextAt && row.nextAt > next ? row.nextAt : next,
      ...(isOff ? { isWanted: false } : {}),
    });
  });

/** Null where it may not be. Under the row's lock: nobody else begins one. */
async function mayBegin({ clock }: RunDeps, tx: Tx, scope: Scope, claimed: ClaimedRecharge) {
  const now = clock();
  const payer = await findPayerById(tx, scope, claimed.payerId);
  const row = await lockClaimed(tx, scope, claimed);
  if (!payer || !row || row.orderId !== null || !isInTime(row, now)) return null;
  const { balanceMicro, heldMicro } = await getBalance(tx, scope, payer.orgId);
  if (!row.isWanted && balanceMicro - heldMicro >= BigInt(row.threshold) * MICRO) return null;
  const { facts, hasOpen } = await gatherFacts(tx, scope, { payer, row, now });
  const standing = standingOf(facts);
  return !hasOpen && (standing === 'ready' || standing === 'retrying') ? row : null;
}

async function begin(deps: RunDeps, tx: Tx, scope: Scope, claimed: ClaimedRecharge, { quote, payer }: Quoted) {
  const now = deps.clock();
  const row = await mayBegin(deps, tx, scope, claimed);
  // Another sum was set meanwhile.
  if (!row || row.amount !== claimed.amount) return null;
  if (payer.orgId !== null) {
    await lockPayer(tx, scope, payer.id);
    // What the agency could not give is not charged.
    if (!(await canSell(tx, scope, quote.credits))) return null;
  }
  const month = monthOf(now);
  const most = row.monthlyLimit === null ? null : row.monthlyLimit * 100;
  if (!(await reserveMonth(tx, scope, { payerId: row.payerId, month, sum: quote.total, most }))) return null;
  const order = await placeAway(tx, scope, { payer, quote, now });
  // Somebody began to buy in this moment: nothing is reserved.
  if (!order) throw new Error('another payment has begun');
  const begun = {
    orderId: order.id,
    reserved: quote.total,
    month,
    lastAt: now,
    wasAbove: false,
    isWanted: false,
    nextAt: null,
  };
  const pausedFingerprint = payer.card?.fingerprint ?? null;
  await noteRecharge(tx, scope, claimed, { ...begun, pausedFingerprint }, true);
  return order.id;
}

/** What became of the one that was on its way: once, with what was reserved for it. */
const settle = (deps: RunDeps, scope: Scope, claimed: ClaimedRecharge): Promise<void> =>
  deps.database.transaction(scope, async (tx) => {
    const now = deps.clock();
    const row = await lockClaimed(tx, scope, claimed);
    if (!row?.orderId || row.month === null) return;
    const order = await findOutcome(tx, scope, row.orderId);
    const isPaid = order?.state === 'paid';
    const orgId = (await findPayerById(tx, scope, row.payerId))?.orgId ?? null;
    const { payerId, month, reserved: sum } = row;
    if (order && !isPaid && order.state !== 'void' && order.state !== 'failed') return;
    await settleMonth(tx, scope, { payerId, month, sum, charged: isPaid ? sum : 0 });
    const over = { orderId: null, reserved: 0, month: null };
    if (isPaid) {
      const { balanceMicro, heldMicro } = await getBalance(tx, scope, orgId);
      const wasAbove = balanceMicro - heldMicro >= BigInt(row.threshold) * MICRO;
      return noteRecharge(tx, scope, claimed, { ...over, failures: 0, nextAt: null, wasAbove });
    }
    const after = afterFailure({ failures: row.failures, declineCode: order?.declineCode ?? null }, now);
    if (after.pausedReason) await tell(deps, tx, scope, { ...row, orgId, why: after.pausedReason });
    // What failed has its own time: an hour since the last one is not waited for beside.
    await noteRecharge(tx, scope, claimed, { ...over, ...after, wasAbove: true });
  });

type Paused = Pick<RechargeRow, 'workspaceUid' | 'payerId'> & { orgId: OrgId | null; why: PauseReason };

/**
 * To everybody who may pay, in the transaction that pauses it: a mail leaves once, whoever dies. Where an org is paused it is told in its
 * agency's name, and the agency as well: its client may soon be without answers.
 */
async function tell(deps: RunDeps, tx: Tx, scope: Scope, { workspaceUid, payerId, orgId, why }: Paused) {
  if (orgId !== null) await tellOrg(deps, tx, scope, { payerId, why });
  const workspaceName = await (orgId === null ? findWorkspaceName(tx, scope) : findOrgName(tx, scope, orgId));
  const { region } = deps.database;
  const url =
    orgId === null
      ? billingPage(deps.publicUrl, region, workspaceUid)
      : orgPage(deps.publicUrl, region, { workspaceUid, orgId });
  for (const { email, language } of await listPayingAddressesWithin(deps, tx, workspaceUid))
    await queueWhereAllowed(deps, tx, scope, {
      ...{ template: 'recharge_paused', to: email, language },
      props: { workspaceName, why, isSeller: orgId !== null, url },
    });
}

/** To the people of the org that pays; the link leads to their dashboard. */
async function tellOrg(deps: RunDeps, tx: Tx, scope: Scope, { payerId, why }: Pick<Paused, 'payerId' | 'why'>) {
  const agency = await findAgencyFace(deps, tx, scope);
  const brand = agency ? { brandName: agency.name } : {};
  for (const { orgName, email, language } of await listOrgPayers(tx, scope, payerId))
    await queueWhereAllowed(deps, tx, scope, {
      ...{ template: 'recharge_paused', to: email, language, ...brand },
      props: { workspaceName: orgName, why, isSeller: false, url: agency?.url ?? '' },
    });
}
