import type { ClientPlan } from '@antiphon/contract/client-plans';
import type { AgencyPlan } from '@antiphon/contract/connect';
import type { OrgId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isLate } from '../arrears/note-arrears.ts';
import { readArrears } from '../arrears/read-arrears.ts';
import { readOffers } from '../connect/read-offers.ts';
import { readPaidPlan } from '../org-subscriptions/read-org-subscription.ts';
import { hasBilling } from '../orgs/has-billing.ts';
import type { PaymentProvider } from '../payments/payments.ports.ts';

type Deps = { database: Database; payments: PaymentProvider | null };

/** Nothing where the agency sells no plans, or the org has no billing. */
export async function listOffers({ database, payments }: Deps, scope: Scope, orgId: OrgId): Promise<AgencyPlan[]> {
  if (!payments) return [];
  return database.transaction(scope, async (tx) =>
    (await hasBilling(tx, scope, orgId)) ? ((await readOffers(tx, scope))?.plans ?? []) : [],
  );
}

/** Null where there is none, or the org has no billing. */
export async function readPlan({ database, payments }: Deps, scope: Scope, orgId: OrgId): Promise<ClientPlan | null> {
  if (!payments) return null;
  return database.transaction(scope, async (tx) =>
    (await hasBilling(tx, scope, orgId)) ? readClientPlan(tx, scope, orgId) : null,
  );
}

/** With what it owes. */
export async function readClientPlan(tx: Tx, scope: Scope, orgId: OrgId): Promise<ClientPlan | null> {
  const plan = await readPaidPlan(tx, scope, orgId);
  return plan && { ...plan, pastDue: isLate(plan) ? await readArrears(tx, scope, plan.id) : null };
}
