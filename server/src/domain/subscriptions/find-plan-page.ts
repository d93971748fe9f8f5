import { fail } from '@antiphon/contract/errors';
import { demand, type Member } from '../identity/identity.policy.ts';
import { demandPayments, type PayerDeps } from '../payments/demand-payer.ts';
import { findLive } from './subscriptions.queries.ts';

/** The page on which the plan is bought: our own, where an address gives the currency and the tax (decision 84). */
export async function findPlanPage(deps: PayerDeps, member: Member, origin: string): Promise<{ sessionUrl: string }> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { database } = deps;
  if (await database.transaction(member.scope, (tx) => findLive(tx, member.scope))) fail('already_subscribed');
  return { sessionUrl: `${origin}/app/${database.region}/account/billing?upgrade=true` };
}
