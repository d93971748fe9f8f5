// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source code.
import type { Plant } from './plant.ts';

/**
 * Faults that are planted into billing one after the other (`npm run plants -- billing`): each breaks one promise, and one of the tests that are
 * named beside it must fail. Migrations are edited for the databases of that run alone.
 */
export const plants: Plant[] = [
  {
    row: '1',
    promise: 'events five times, in any order, leave one state',
    fault: 'what changed while it was looked at is not looked at again',
    edits: [
      [
        'server/src/domain/payment-events/payment-events.system.queries.ts',
        'nextAt: sql`case when ${paymentObjects.version} > ${object.version} then ${AT_ONCE} end`,',
        'nextAt: null,',
      ],
    ],
    tests: [['server/src/domain/payment-events/settle-object.test.ts', 'changed while it was looked at']],
  },
  {
    row: '2',
    promise: 'an event with a stamp of the future is refused',
    fault: 'only the past is looked at',
    edits: [['server/src/adapters/stripe/stripe-events.ts', 'if (!isStampNear(signature)) return null;', '']],
    tests: [['server/test/journeys/payment-events.test.ts', 'are refused, and leave nothing']],
  },
  {
    row: '3',
    promise: 'a lost answer charges once',
    fault: 'a fresh key for each try',
    edits: [
      [
        'server/src/domain/orders/drive-order.ts',
        'const key = keyOf(orderId, step.call, order.failures);',
        'const key = keyOf(orderId, step.call, order.failures) + Math.random();',
      ],
    ],
    tests: [['server/src/domain/orders/drive-order.test.ts', 'an answer is lost']],
  },
  {
    row: '4',
    promise: 'what a workspace has is what was paid for',
    fault: 'credits for each look at an invoice',
    edits: [
      ['server/src/domain/subscriptions/apply-subscription.ts', 'id: `inv:${id}`', 'id: `inv:${id}:${Math.random()}`'],
    ],
    tests: [['server/test/journeys/payment-model.test.ts', 'end as the model says']],
  },
  {
    row: '5',
    promise: 'fifty clicks in two tabs on two processes are one order',
    fault: 'no unique index of unfinished orders',
    edits: [
      [
        'server/src/db/migrations/20261125131726_orders/migration.sql',
        'CREATE UNIQUE INDEX "orders_unfinished"',
        'CREATE INDEX "orders_unfinished"',
      ],
    ],
    tests: [
      ['server/test/journeys/top-up.test.ts', '50 clicks in two tabs'],
      ['server/test/journeys/subscriptions.test.ts', 'is one, however often'],
      ['server/test/journeys/client-credits.test.ts', '30 clicks in two tabs'],
    ],
  },
  {
    row: '6',
    promise: 'a payment that its holder left gives nothing',
    fault: 'one that waits for its holder is as good as paid',
    edits: [
      [
        'server/src/adapters/stripe/stripe-invoices.ts',
        "status: STATES[status ?? ''] ?? 'open',",
        "status: intentOf(invoice)?.status === 'action' ? 'paid' : (STATES[status ?? ''] ?? 'open'),",
      ],
    ],
    tests: [
      ['server/src/domain/orders/drive-order.test.ts', 'whose holder left gives nothing'],
      ['server/test/journeys/top-up.test.ts', 'wait for the card'],
    ],
  },
  {
    row: '7',
    promise: 'a period gives its credits when it is paid',
    fault: 'they are given when the invoice is made',
    edits: [
      [
        'server/src/domain/subscriptions/apply-subscription.ts',
        "if (found.status === 'paid' && found.isOfPeriod)",
        'if (found.isOfPeriod)',
      ],
    ],
    tests: [['server/test/journeys/subscriptions.test.ts', 'of which a renewal is not paid']],
  },
  {
    row: '8a',
    promise: 'a card without money is tried three times',
    fault: 'there is always another try',
    edits: [
      [
        'server/src/domain/recharges/recharges.rules.ts',
        "if (wait === undefined) return paused('declined');",
        'if (wait === undefined) return { failures: count, nextAt: new Date(now.getTime() + DAY_MS), pausedReason: null };',
      ],
    ],
    tests: [['server/test/journeys/recharge.test.ts', 'tried three times in a year']],
  },
  {
    row: '8b',
    promise: 'a month takes no more than was set',
    fault: 'nothing is reserved, and nobody looks',
    edits: [
      [
        'server/src/domain/recharges/recharge.ts',
        'const most = row.monthlyLimit === null ? null : row.monthlyLimit * 100;',
        'const most = null;',
      ],
      [
        'server/src/domain/recharges/recharges.rules.ts',
        "if (facts.left !== null && facts.left < facts.each) return 'monthly_limit';",
        '',
      ],
    ],
    tests: [['server/test/journeys/recharge.test.ts', 'never take more in a month']],
  },
  {
    row: '8c',
    promise: 'one recharge an hour, unless there was enough meanwhile',
    fault: 'no hour is waited for',
    edits: [
      [
        'server/src/domain/recharges/recharges.rules.ts',
        'return row.lastAt === null || row.wasAbove || now.getTime() - row.lastAt.getTime() >= HOUR_MS;',
        'return true;',
      ],
    ],
    tests: [['server/test/journeys/recharge.test.ts', 'come not within an hour']],
  },
  {
    row: '9a',
    promise: 'what is shown is what is charged',
    fault: 'the tax of what was there before the discount',
    edits: [
      [
        'server/src/domain/quotes/totals.rules.ts',
        'const tax = percentOf(sum(left), taxPercent);',
        'const tax = percentOf(subtotal, taxPercent);',
      ],
    ],
    tests: [
      ['server/test/journeys/quotes.test.ts', ''],
      ['server/test/journeys/subscriptions.test.ts', 'costs what was quoted'],
    ],
  },
  {
    row: '9b',
    promise: 'the fee is five percent, half up',
    fault: 'it is cut off',
    edits: [
      [
        'server/src/domain/quotes/money.rules.ts',
        'export const feeOf = (amount: number): number => percentOf(amount, FEE_PERCENT);',
        'export const feeOf = (amount: number): number => Math.floor((amount * FEE_PERCENT) / 100);',
      ],
    ],
    tests: [['server/test/journeys/client-credits.test.ts', 'the share is half up']],
  },
  {
    row: '10',
    promise: 'of any number at once so many as the plan allows',
    fault: 'counted before the write: one more fits for each',
    edits: [
      [
        'server/src/domain/entitlements/demand-within.ts',
        `  const use = await findUse(tx, scope, key);
  if (use && use.max !== null && use.used > use.max)
    fail('plan_limit_reached'`,
        `  const use = await findUse(tx, scope, key);
  if (use && use.max !== null && use.used - 1 > use.max)
    fail('plan_limit_reached'`,
      ],
    ],
    tests: [['server/test/journeys/plan-limits.test.ts', '']],
  },
  {
    row: '11a',
    promise: 'what an agency cannot give is not charged',
    fault: 'charged first',
    edits: [
      [
        'server/src/domain/client-billing/buy-credits.ts',
        'if (await canSell(tx, scope, quote.credits)) return;',
        'if ((await canSell(tx, scope, quote.credits)) || true) return;',
      ],
    ],
    tests: [['server/test/journeys/client-credits.test.ts', 'could not give are refused']],
  },
  {
    row: '11b',
    promise: 'debts are paid the oldest first',
    fault: 'the newest first',
    edits: [
      [
        'server/src/db/migrations/20261125193400_credit_debts/migration.sql',
        'debtor = p_debtor and paid + forgiven < amount order by number',
        'debtor = p_debtor and paid + forgiven < amount order by number desc',
      ],
    ],
    tests: [['server/src/domain/credit-sales/sell-credits.test.ts', 'the oldest first']],
  },
  {
    row: '12a',
    promise: "another's customer is not found",
    fault: 'the customer that a browser names is believed',
    edits: [
      [
        'server/src/domain/client-billing/demand-org-payer.ts',
        "if (!isTheirs(named.customerId, customerId)) fail('not_found');",
        '',
      ],
    ],
    tests: [['server/test/journeys/client-billing.test.ts', 'is not found']],
  },
  {
    row: '12b',
    promise: "another's account is not found",
    fault: 'the account that a browser names is believed',
    edits: [
      [
        'server/src/domain/client-billing/demand-org-payer.ts',
        "if (!isTheirs(named.accountId, seller.account)) fail('not_found');",
        '',
      ],
    ],
    tests: [['server/test/journeys/client-billing.test.ts', 'is not found']],
  },
  {
    row: '12c',
    promise: 'a price that is not sold buys nothing',
    fault: 'the first plan is sold for whatever price is sent',
    edits: [
      [
        'server/src/domain/client-plans/subscribe.ts',
        'offers?.plans.find((plan) => plan.priceId === priceId)',
        'offers?.plans[0]',
      ],
    ],
    tests: [['server/test/journeys/client-plans.test.ts', '']],
  },
  {
    row: '13',
    promise: 'a provider that is slow is waited for ten seconds at most',
    fault: 'the library waits as long as it likes',
    edits: [['server/src/adapters/stripe/stripe-client.ts', 'timeout: answerMs,', 'timeout: 80_000,']],
    tests: [['server/src/adapters/stripe/stripe-payments.test.ts', 'ends in time']],
  },
];
