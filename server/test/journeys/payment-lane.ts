import { newMessageId, newOrgId, newWorkspaceSecret } from '@antiphon/contract/ids';
import { eq, sql } from 'drizzle-orm';
import { confirmInBrowser, press } from '../../../stand-in/test/harness/furnish.ts';
import { workspaces } from '../../src/db/schema/workspaces.ts';
import { findLedgerFaults } from '../../src/domain/billing/find-ledger-faults.ts';
import { getBalance } from '../../src/domain/billing/get-balance.ts';
import { moveCredits } from '../../src/domain/billing/grant-credits.ts';
import { findSumFaults } from '../../src/domain/payment-sums/check-sums.ts';
import { createWorkspace } from '../../src/domain/workspaces/create-workspace.ts';
import { hashSecret } from '../../src/domain/workspaces/secrets.rules.ts';
import { ok } from '../factories/api-factory.ts';
import { CARDS, saveCard } from '../factories/buyer-factory.ts';
import { makePerson } from '../factories/people.ts';
import type { Answer } from '../harness/api.ts';
import type { Act, Done, There } from './payment-model.ts';
import type { PaymentWorld } from './payment-world.ts';

const NUMBERS = { ...CARDS, disputes: '4000000000000259' };
const RECHARGE = 25;
const LEFT = 100_000_000n;
const SEAT = 'client_seat';
const SEAT_CENTS = 500;

/** A workspace of somebody who pays, whose acts are those of a sequence. */
export async function makeLane({ api, standIn, database, deps, clock }: PaymentWorld) {
  const person = await makePerson(database);
  const { uid } = await createWorkspace(deps, person.userId, 'Payer');
  const bearer = newWorkspaceSecret();
  await database.unscoped
    .update(workspaces)
    .set({ secretHash: hashSecret(bearer) })
    .where(eq(workspaces.uid, uid));
  const scope = deps.makeScope(uid);
  const caller = { bearer };
  const owner = { uid, ...person, password: '', caller, key: caller };
  const { customerId } = await saveCard({ api, standIn }, owner);
  const done: Done = { upgrades: 0, topUps: [], recharge: RECHARGE * 100, lows: 0 };
  const odd: string[] = [];
  let spent = 0n;

  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await api.call(method, path, { caller, ...(body ? { body } : {}) });
    // A refusal is an answer; where the provider is not to be reached, so is "later".
    if (answer.status >= 500 && answer.status !== 503) odd.push(`${path} answered ${answer.status}: ${answer.text}`);
    return answer;
  };
  const own = (path: string) => `/v2/workspaces/${uid}/${path}`;
  const post = (path: string, more: object = {}) =>
    call('POST', `/stripe/${path}`, { userId: uid, region: 'na', ...more });
  const clicks = (count: number, click: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, click));
  const list = (what: string) => standIn.list(`/v1/${what}&limit=100&customer=${customerId}`);
  const charges = async () => (await list('charges?')).filter(({ paid }) => paid);
  const disputes = async () => {
    const disputed = (await charges()).filter((charge) => charge.disputed);
    return (await Promise.all(disputed.map(({ id }) => standIn.list(`/v1/disputes?charge=${id}`)))).flat();
  };
  const waiting = async () => ((await call('GET', own('orders'))).body.items ?? []) as Record<string, never>[];

  const setSeats = async (quantity: number) => {
    const { body } = await post('check-addon-status', { addonKeys: [SEAT] });
    const has = body.addons?.[0]?.quantity ?? 0;
    if (quantity > has) await post('add-addon-to-subscription', { addons: [{ addonId: SEAT, quantity }] });
    if (quantity < has)
      await post('remove-addon-from-subscription', { addonKeys: [SEAT], quantities: { [SEAT]: quantity } });
  };
  const answerBank = async (answer: 'complete' | 'fail') => {
    for (const { clientSecret } of await waiting()) {
      if (!clientSecret) continue;
      const { next_action: action } = await confirmInBrowser(standIn.url, clientSecret, {});
      const page = action?.redirect_to_url?.url ?? action?.use_stripe_sdk?.stripe_js;
      if (page) await press(page, { answer });
    }
  };
  const spend = async () => {
    const { balanceMicro, heldMicro } = await database.transaction(scope, (tx) => getBalance(tx, scope));
    const amountMicro = balanceMicro - heldMicro - LEFT;
    if (amountMicro <= 0n) return;
    done.lows += 1;
    const away = { id: newMessageId(), from: null, to: newOrgId(), featureKey: 'transfer_to_org', amountMicro };
    // What a recharge or a refund moved meanwhile is another sum; the next act spends it.
    const isMoved = await database.transaction(scope, (tx) => moveCredits(tx, scope, away)).catch(() => false);
    if (isMoved) spent += amountMicro;
  };
  const refund = async (percent: number) => {
    const charge = (await charges()).find((one) => one.amount_refunded < one.amount && !one.disputed);
    if (!charge) return;
    done.lows += 1;
    const left = charge.amount - charge.amount_refunded;
    await standIn.knob('refunds', { charge: charge.id, amount: Math.max(1, Math.floor((left * percent) / 100)) });
  };

  return {
    async act(one: Act, at: number): Promise<void> {
      switch (one.do) {
        case 'upgrade':
          done.upgrades += 1;
          await clicks(one.clicks, () => post('create-subscription', { planId: 'pay_as_you_go' }));
          return;
        case 'topUp': {
          // Each press has a sum of its own, by which what it cost is known.
          const amount = 5 + at;
          done.topUps.push(amount * 100);
          await clicks(one.clicks, () => post('top-up-usd', { amount }));
          return;
        }
        case 'seats':
          return setSeats(one.quantity);
        case 'cancel':
          return void (await post('cancel-subscription', { reason: 'Too expensive' }));
        case 'reactivate':
          return void (await post('reactivate-subscription'));
        case 'card':
          return void (await saveCard({ api, standIn }, owner, { number: NUMBERS[one.kind] }));
        case 'holder':
          return answerBank(one.says === 'yes' ? 'complete' : 'fail');
        case 'giveUp':
          for (const { orderId } of await waiting()) await call('POST', own(`orders/${orderId}/cancel`));
          return;
        case 'refund':
          return refund(one.percent);
        case 'refundFails': {
          const [charge] = (await charges()).filter((each) => each.amount_refunded > 0);
          const refunds = charge ? await standIn.list(`/v1/refunds?charge=${charge.id}`) : [];
          const [taken] = refunds.filter(({ status }) => status === 'succeeded');
          if (taken) await standIn.knob('refunds', { fails: taken.id });
          return;
        }
        case 'dispute': {
          const charge = (await charges()).find((each) => !each.refunded && !each.disputed);
          if (charge) await standIn.knob('disputes', { charge: charge.id });
          return;
        }
        case 'judge': {
          const open = (await disputes()).find(({ status }) => status === 'needs_response');
          if (open) await standIn.knob('disputes', { dispute: open.id, end: one.end });
          done.lows += 1;
          return;
        }
        case 'recharge': {
          done.lows += 1;
          const set = { threshold: 500, amount: RECHARGE, monthlyChargeLimit: 0 };
          await call('POST', '/rpc/postChangeAutoBilling', { uid, autoBilling: one.isOn, ...set });
          return;
        }
        case 'spend':
          return spend();
        case 'payOwed': {
          const { body } = await call('GET', own('subscription'));
          if (body.pastDue) await call('POST', own(`invoices/${body.pastDue.invoiceId}/pay`));
        }
      }
    },
    done,
    spent: () => spent,
    odd,
    async there(): Promise<There> {
      const prices = await standIn.list('/v1/prices?limit=100');
      return {
        subscriptions: await list('subscriptions?status=all'),
        invoices: await list('invoices?expand[]=data.payments'),
        charges: await list('charges?'),
        disputes: await disputes(),
        seatPrices: new Set(prices.filter(({ unit_amount: cents }) => cents === SEAT_CENTS).map(({ id }) => id)),
      };
    },
    /** What we have of it. */
    async here() {
      const plan = ok(await call('GET', own('subscription')));
      const { limits } = ok(await call('GET', own('limits')));
      const rows = async (query: ReturnType<typeof sql>) =>
        ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, string>[] }).rows;
      const { balanceMicro } = await database.transaction(scope, (tx) => getBalance(tx, scope));
      const [debt] = await rows(sql`select coalesce(sum(amount - paid - forgiven), 0)::text as owed
        from credit_debts where workspace_uid = ${uid} and debtor = ${`workspace:${uid}`}`);
      const paid = await rows(
        sql`select id || ' ' || total as paid from invoices where workspace_uid = ${uid} and status = 'paid' order by id`,
      );
      const [payer] = await rows(sql`select blocked::text as blocked from payers where workspace_uid = ${uid}`);
      const now = new Date(clock().getTime() + 2 * 3_600_000);
      return {
        credits: balanceMicro - BigInt(debt?.owed ?? 0),
        clientSeats: limits.find(({ key }: { key: string }) => key === 'clientSeats').max as number,
        status: plan.name === 'free' ? 'none' : (plan.status as string),
        cancels: plan.cancels as boolean,
        isBlocked: payer?.blocked === 'true',
        paid: paid.map((row) => row.paid),
        /** Each a sentence. */
        faults: [
          ...odd,
          ...(balanceMicro > 0n && BigInt(debt?.owed ?? 0) > 0n ? ['there are credits, and credits are owed'] : []),
          ...(await rows(
            sql`select id || ' is ' || state as open from orders where workspace_uid = ${uid} and next_at is not null`,
          ).then((found) => found.map((row) => row.open ?? ''))),
          ...(await rows(
            sql`select o.id || ' is ' || o.state || ', its invoice ' || i.status as open from orders o
              join invoices i on i.id = o.invoice_id and i.workspace_uid = o.workspace_uid
              where o.workspace_uid = ${uid} and (o.state = 'paid') <> (i.status = 'paid')`,
          ).then((found) => found.map((row) => row.open ?? ''))),
          ...(await database.transaction(scope, (tx) => findLedgerFaults(tx, scope))),
          ...(await database.transaction(scope, (tx) => findSumFaults(tx, scope, now))),
        ],
      };
    },
  };
}
