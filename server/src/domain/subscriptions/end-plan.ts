import { fail } from '@antiphon/contract/errors';
import type { CurrentPlan } from '@antiphon/contract/subscriptions';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { type EndDeps, setSubscriptionEnd } from '../payments/set-subscription-end.ts';
import { readPlan } from './read-plan.ts';
import { findLive } from './subscriptions.queries.ts';
import { feedbackOf } from './subscriptions.rules.ts';

type Done = { message: string; plan: CurrentPlan };

/** When its period ends the plan is Free; what is paid for stays until then, and credits stay. */
export const cancelPlan = (deps: EndDeps, member: Member, reason: string): Promise<Done> =>
  setEnd(deps, member, { leaving: feedbackOf(reason), message: 'Subscription cancelled successfully' });

/** One that has ended is begun anew, by an upgrade. */
export const reactivatePlan = (deps: EndDeps, member: Member): Promise<Done> =>
  setEnd(deps, member, { leaving: null, message: 'Subscription reactivated successfully' });

type End = { leaving: ReturnType<typeof feedbackOf> | null; message: string };

async function setEnd(deps: EndDeps, member: Member, { leaving, message }: End): Promise<Done> {
  demand(member, 'billing.write');
  const payments = demandPayments(deps);
  const { database } = deps;
  const { scope } = member;
  const live = await database.transaction(scope, (tx) => findLive(tx, scope));
  if (!live) fail('plan_needed');
  const isSet = await setSubscriptionEnd(deps, payments, { account: '', id: live.id }, leaving);
  return database.transaction(scope, async (tx) => {
    if (!isSet) fail((await findLive(tx, scope)) ? 'unavailable' : 'plan_needed');
    await recordAudit(tx, scope, {
      ...{ actor: actorOf(member), action: leaving ? 'plan.cancel' : 'plan.reactivate', target: live.id },
      details: leaving ? { feedback: leaving.feedback } : {},
    });
    return { message, plan: await readPlan(tx, scope) };
  });
}
