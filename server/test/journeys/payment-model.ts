import * as fc from 'fast-check';

// What people, banks, operators and time do to a payer in a sequence, and what must be so afterwards: told by what the provider has
// alone, without a look at what we have.

export const CARD_KINDS = ['pays', 'asksOnce', 'asksAlways', 'declines', 'disputes'] as const;

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('upgrade' as const), clicks: fc.constantFrom(1, 2) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('topUp' as const), clicks: fc.constantFrom(1, 3) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('seats' as const), quantity: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'reactivate' as const }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('card' as const), kind: fc.constantFrom(...CARD_KINDS) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('holder' as const), says: fc.constantFrom('yes', 'yes', 'no') }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'giveUp' as const }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), percent: fc.constantFrom(1, 33, 100) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'refundFails' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'dispute' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('judge' as const), end: fc.constantFrom('won', 'lost') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('recharge' as const), isOn: fc.constantFrom(true, true, false) }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'spend' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'payOwed' as const }) },
);
export type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** What comes over all sequences of a world at once: time that passes, and how events and answers travel from then on. */
const turn = fc.record({
  hours: fc.constantFrom(0, 0, 0, 1, 22, 25, 72, 24 * 9, 24 * 31),
  events: fc.constantFrom('well', 'well', 'late', 'lost', 'often'),
  answers: fc.option(
    fc.record({
      when: fc.constantFrom('before', 'after'),
      answer: fc.constantFrom('reset' as const, 'garbage' as const, 500),
    }),
    { freq: 4 },
  ),
});
export type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never;

const TURNS = 7;
const ACTS = { minLength: 4, maxLength: TURNS - 1 };
/** Nearly everything needs a plan. */
const sequence = fc
  .tuple(fc.constantFrom(true, true, true, false), fc.array(act, ACTS))
  .map(([isBegun, acts]): Act[] => [...(isBegun ? [{ do: 'upgrade' as const, clicks: 1 as const }] : []), ...acts]);

/** Sequences of as many payers, which go through the same turns of the world. `seed`: of the order in which events come. */
export const worldOf = (payers: number) =>
  fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    turns: fc.array(turn, { minLength: TURNS, maxLength: TURNS }),
    sequences: fc.array(sequence, { minLength: payers, maxLength: payers }),
  });

// biome-ignore lint/suspicious/noExplicitAny: objects of the provider's
type Wire = any;
/** All that the provider has of a customer. `seatPrices`: what it calls a client seat. */
export type There = {
  subscriptions: Wire[];
  invoices: Wire[];
  charges: Wire[];
  disputes: Wire[];
  seatPrices: ReadonlySet<string>;
};

const MICRO_A_CENT = 10_000_000n;
const MICRO_A_PERIOD = 5_000_000_000n;
const WELCOME = 750_000_000n;
const CLIENT_SEATS = { free: 2, pay_as_you_go: 5 };

const isOfPeriod = ({ billing_reason: why }: Wire) => why === 'subscription_create' || why === 'subscription_cycle';
const isBought = ({ billing_reason: why }: Wire) => why === 'manual';

const givenBy = (invoice: Wire): bigint => {
  if (invoice.status !== 'paid') return 0n;
  if (isOfPeriod(invoice)) return MICRO_A_PERIOD;
  return isBought(invoice) ? BigInt(invoice.total) * MICRO_A_CENT : 0n;
};

const intentsOf = (invoice: Wire): string[] =>
  invoice.payments.data.map(({ payment }: Wire) => payment.payment_intent as string);

/** What went back of the money of an invoice for good. */
function reversedOf(invoice: Wire, { charges, disputes }: There): number {
  const intents = intentsOf(invoice);
  return charges
    .filter((charge) => charge.paid && intents.includes(charge.payment_intent))
    .reduce((sum, charge) => {
      const lost = disputes.filter((one) => one.charge === charge.id && one.status === 'lost');
      const all = lost.reduce((part, one) => part + one.amount, charge.amount_refunded);
      return sum + Math.min(charge.amount, all);
    }, 0);
}

const takenOf = (invoice: Wire, there: There): bigint =>
  invoice.total > 0 ? (givenBy(invoice) * BigInt(reversedOf(invoice, there))) / BigInt(invoice.total) : 0n;

/** How many client seats are paid for until the period ends: those of its invoices, and those that go on. */
function seatsOf(subscription: Wire, { invoices, seatPrices }: There): number {
  const items: Wire[] = subscription.items.data;
  const end = items[0].current_period_end;
  const isSeat = (price: string) => seatPrices.has(price);
  const going = items.filter(({ price }) => isSeat(price.id)).map(({ quantity }) => quantity as number);
  const owed = invoices
    .filter(({ status, parent }) => status === 'paid' && parent?.subscription_details?.subscription === subscription.id)
    .flatMap((invoice) => invoice.lines.data as Wire[])
    .filter(({ amount, period, pricing }) => amount >= 0 && period.end === end && isSeat(pricing.price_details.price))
    .map(({ quantity }) => quantity as number);
  return Math.max(0, ...going, ...owed);
}

const COUNTS = ['active', 'past_due'];

/** What of a workspace follows from that; `spent` are the micro-credits that it gave away. */
export function expectedOf(there: There, spent: bigint) {
  const { subscriptions, invoices, disputes } = there;
  const live = subscriptions.find(({ status }) => COUNTS.includes(status));
  const credits = invoices.reduce((sum, one) => sum + givenBy(one) - takenOf(one, there), WELCOME);
  const kept = invoices.filter(({ status }) => status === 'paid');
  return {
    /** What is there less what is owed. */
    credits: credits - spent,
    clientSeats: live ? CLIENT_SEATS.pay_as_you_go + seatsOf(live, there) : CLIENT_SEATS.free,
    status: live ? (live.status as string) : 'none',
    cancels: live ? (live.cancel_at_period_end as boolean) : false,
    isBlocked: disputes.some(({ status }) => status !== 'won'),
    paid: kept.map(({ id, total }) => `${id} ${total}`).sort(),
  };
}

/** What a payer did, as far as it may cost them something. */
export type Done = { upgrades: number; topUps: number[]; recharge: number; lows: number };

/** What nobody may be charged: a sentence for each. A press is one payment, however often the button was clicked or the call sent. */
export function wrongCharges(there: There, { upgrades, topUps, recharge, lows }: Done): string[] {
  const { subscriptions, invoices, charges } = there;
  const faults: string[] = [];
  const paid = invoices.filter(({ status }) => status === 'paid');
  for (const invoice of paid) {
    const intents = intentsOf(invoice);
    const taken = charges.filter((charge) => charge.paid && intents.includes(charge.payment_intent));
    if (taken.length !== 1 || taken[0].amount !== invoice.total)
      faults.push(`${invoice.id} of ${invoice.total} was paid by ${taken.map(({ amount }) => amount)}`);
  }
  const all = charges.filter((charge) => charge.paid).length;
  if (all !== paid.length) faults.push(`${all} charges for ${paid.length} invoices`);
  const bought = paid.filter(isBought).map(({ total }) => total as number);
  for (const total of new Set(bought)) {
    const count = bought.filter((one) => one === total).length;
    const most = total === recharge ? lows : topUps.filter((one) => one === total).length;
    if (count > most) faults.push(`${total} was charged ${count} times for ${most}`);
  }
  const begun = paid.filter(({ billing_reason: why }) => why === 'subscription_create').length;
  if (begun > upgrades) faults.push(`${begun} plans were begun for ${upgrades}`);
  const live = subscriptions.filter(({ status }) => COUNTS.includes(status)).length;
  if (live > 1) faults.push(`${live} plans at once`);
  return faults;
}

const upgrade: Act = { do: 'upgrade', clicks: 2 };
const seats = (quantity: number): Act => ({ do: 'seats', quantity });
const refund = (percent: 1 | 33 | 100): Act => ({ do: 'refund', percent });
const card = (kind: (typeof CARD_KINDS)[number]): Act => ({ do: 'card', kind });
const holder = (says: 'yes' | 'no'): Act => ({ do: 'holder', says });

/** A world in which each act and each turn is met with once, in which whatever may be wrong is seen without waiting for chance. */
export const everything: { seed: number; turns: Turn[]; sequences: Act[][] } = {
  seed: 7,
  turns: [
    { hours: 0, events: 'often', answers: null },
    { hours: 1, events: 'well', answers: { when: 'after', answer: 'reset' } },
    { hours: 0, events: 'lost', answers: null },
    { hours: 24 * 31, events: 'late', answers: null },
    { hours: 22, events: 'often', answers: { when: 'before', answer: 500 } },
    { hours: 25, events: 'well', answers: null },
    { hours: 0, events: 'lost', answers: null },
  ],
  sequences: [
    [upgrade, { do: 'topUp', clicks: 3 }, refund(33), { do: 'refundFails' }, refund(100), { do: 'spend' }, refund(1)],
    [upgrade, seats(3), seats(1), seats(1), { do: 'cancel' }, { do: 'reactivate' }, seats(4)],
    [
      upgrade,
      card('asksAlways'),
      { do: 'topUp', clicks: 1 },
      holder('yes'),
      { do: 'topUp', clicks: 3 },
      { do: 'giveUp' },
    ],
    [upgrade, card('declines'), { do: 'topUp', clicks: 1 }, { do: 'payOwed' }, card('pays'), { do: 'payOwed' }],
    [
      upgrade,
      { do: 'recharge', isOn: true },
      { do: 'spend' },
      { do: 'spend' },
      { do: 'dispute' },
      { do: 'judge', end: 'lost' },
    ],
    [card('asksOnce'), upgrade, { do: 'dispute' }, { do: 'judge', end: 'won' }, { do: 'cancel' }, card('disputes')],
  ],
};
