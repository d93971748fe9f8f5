import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { emit } from '../events/emit.ts';
import { readParams } from '../http/read-params.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import { closeDispute, openDispute } from '../payments/dispute.ts';
import { failRefund, makeRefund } from '../payments/refund.ts';
import type { Store } from '../store/store.ts';
import type { Knobs } from './knobs.ts';

const YEAR = 366 * 86_400;
const count = z.number().int().min(0).max(1_000);
const ofAccount = { account: z.string().optional() };

const schemas = {
  clock: z.union([
    z.strictObject({
      advance: z
        .number()
        .int()
        .min(0)
        .max(5 * YEAR),
    }),
    z.strictObject({ to: z.number().int().min(0).max(9_999_999_999) }),
  ]),
  failures: z.strictObject({
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    path: z.string().startsWith('/').optional(),
    when: z.enum(['before', 'after']),
    answer: z.union([z.number().int().min(400).max(599), z.enum(['reset', 'hang', 'garbage', 'slow'])]),
    delayMs: z.number().int().min(0).max(120_000).default(1_000),
    times: count.default(1),
  }),
  deliveries: z.strictObject({
    isHeld: z.boolean().optional(),
    drop: count.optional(),
    copies: z.number().int().min(1).max(20).optional(),
    shuffle: z.number().int().nullable().optional(),
  }),
  endpoints: z.strictObject({
    kind: z.enum(['platform', 'connect', 'accounts']),
    url: z.url({ protocol: /^https?$/ }),
    secret: z.string().min(8),
    isOnly: z.boolean().default(false),
  }),
  dunning: z.strictObject({ end: z.enum(['cancel', 'unpaid', 'past_due']) }),
  refunds: z.union([
    z.strictObject({
      ...ofAccount,
      charge: z.string(),
      amount: z.number().int().min(1).optional(),
      withFee: z.boolean().optional(),
    }),
    z.strictObject({ ...ofAccount, fails: z.string() }),
  ]),
  disputes: z.union([
    z.strictObject({ ...ofAccount, charge: z.string(), reason: z.string().optional() }),
    z.strictObject({ ...ofAccount, dispute: z.string(), end: z.enum(['won', 'lost']) }),
  ]),
  disconnect: z.strictObject({ account: z.string() }),
};
type Name = keyof typeof schemas;

export const isKnob = (name: string): name is Name => Object.hasOwn(schemas, name);

type Parts = { store: Store; clock: Clock; knobs: Knobs; wake: () => void };

/** What a test, or who looks around, turns: the world outside, which the API of Stripe does not move. */
export function setKnob({ store, clock, knobs, wake }: Parts, platform: string, name: Name, sent: unknown): object {
  const read = <K extends Name>(knob: K) => readParams(schemas[knob], sent) as z.output<(typeof schemas)[K]>;
  const within = <T extends object>(account: string, change: (tx: ReturnType<Store['begin']>) => T): T => {
    const tx = store.begin(account, clock.now());
    const result = change(tx);
    tx.commit();
    return result;
  };
  const accountOf = (account: string | undefined) => {
    if (account && !store.of('accounts', platform).has(account)) throw invalid(`No such account: '${account}'`);
    return account ?? platform;
  };
  switch (name) {
    case 'clock': {
      const wanted = read('clock');
      const to = 'to' in wanted ? wanted.to : clock.now() + wanted.advance;
      if (to < clock.now()) throw invalid('The clock does not go back.');
      clock.moveTo(to);
      return { now: clock.now() };
    }
    case 'failures':
      knobs.failures.push(read('failures'));
      return { failures: knobs.failures.length };
    case 'deliveries':
      Object.assign(knobs.deliveries, read('deliveries'));
      wake();
      return knobs.deliveries;
    case 'endpoints': {
      const { isOnly, ...endpoint } = read('endpoints');
      const isReplaced = (url: string) => isOnly || url === endpoint.url;
      return within(platform, (tx) => {
        for (const { id } of tx.all('endpoints', (one) => one.kind === endpoint.kind && isReplaced(one.url)))
          tx.remove('endpoints', id);
        return tx.add('endpoints', { id: newId('we'), object: 'endpoint', ...endpoint });
      });
    }
    case 'dunning':
      return within('', (tx) => Object.assign(tx.get('settings', 'settings'), { dunningEnd: read('dunning').end }));
    case 'refunds': {
      const wanted = read('refunds');
      return within(accountOf(wanted.account), (tx) =>
        'fails' in wanted
          ? failRefund(tx, tx.get('refunds', wanted.fails))
          : makeRefund(tx, tx.get('charges', wanted.charge), wanted),
      );
    }
    case 'disputes': {
      const wanted = read('disputes');
      return within(accountOf(wanted.account), (tx) =>
        'dispute' in wanted
          ? closeDispute(tx, tx.get('disputes', wanted.dispute), wanted.end)
          : openDispute(tx, tx.get('charges', wanted.charge), wanted.reason),
      );
    }
    case 'disconnect': {
      const account = accountOf(read('disconnect').account);
      return within(account, (tx) => {
        emit(tx, 'account.application.deauthorized', {
          id: `ca_${platform.slice(5)}`,
          object: 'application',
          name: 'Stand-in',
        });
        tx.for(platform).hidden('accounts', account).isDisconnected = true;
        return { account };
      });
    }
  }
}
