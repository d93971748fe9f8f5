import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type CheckDeps, findInEach } from '../billing/check-ledgers.ts';
import { creditsOf } from '../quotes/offers.rules.ts';
import { listGivenUnpaid, listPaid } from './payment-sums.queries.ts';
import { sumFaultsOf } from './payment-sums.rules.ts';

const DAY_MS = 86_400_000;
const CHECKED_DAYS = 35;
/** An event may be on its way: what was paid just now is looked at the next night. */
const SETTLED_MS = 3_600_000;
/** Invoices of one statement: an agency's clients may have thousands. */
const PAGE = 500;
/** Who is told of so many looks for one cause. */
const UNPAID_MAX = 100;

/** Throws with the sums of the last weeks that do not add up: that is never mended by a program. */
export async function checkSums(deps: CheckDeps, now: Date): Promise<void> {
  const found = await findInEach(deps, (tx, scope) => findSumFaults(tx, scope, now));
  if (found.length > 0) throw new Error(`What was paid and what was given do not add up. ${found.join('; ')}`);
}

/**
 * Compares what each paid invoice of a workspace and its orgs gave with what was ordered, or with what the plan gives; what was taken back
 * with what of the money went back; and finds credits that were given by no paid invoice.
 */
export async function findSumFaults(tx: Tx, scope: Scope, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - CHECKED_DAYS * DAY_MS);
  const range = { since, until: new Date(now.getTime() - SETTLED_MS), limit: PAGE };
  const faults: string[] = [];
  for (let page: Paid[] = [], after: Paid | null = null; ; after = page.at(-1) ?? null) {
    page = await listPaid(tx, scope, { ...range, after });
    faults.push(...page.flatMap(faultsOf));
    if (page.length < PAGE) break;
  }
  const unpaid = await listGivenUnpaid(tx, scope, { since, limit: UNPAID_MAX });
  return [...faults, ...unpaid.map((id) => `${id} gave credits and is not paid`)];
}

type Paid = Awaited<ReturnType<typeof listPaid>>[number];

const faultsOf = ({ account, id, total, given, reversals, ...of }: Paid): string[] =>
  sumFaultsOf({
    ...{ account, invoiceId: id, total: Number(total), given: BigInt(given), right: rightOf(of) },
    reversals: reversals.map(({ taken, ...reversal }) => ({ ...reversal, taken: BigInt(taken) })),
  });

type Of = Pick<Paid, 'purpose' | 'ordered' | 'plan' | 'sold'>;

/** A client's plan may have had other prices since: any of them is right. */
function rightOf({ purpose, ordered, plan, sold }: Of): bigint[] {
  if (purpose === 'top_up' || purpose === 'client_credits') return [BigInt(ordered ?? 0)];
  if (plan !== null) return [creditsOf(plan)];
  return sold?.map((credits) => BigInt(credits) * 1_000_000n) ?? [0n];
}
