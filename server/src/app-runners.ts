import { startArrearsRunner } from './domain/arrears/run-arrears.ts';
import { startPushRunner } from './domain/blueprints/run-pushes.ts';
import { startRecordingRunner } from './domain/call-recordings/run-recordings.ts';
import { startCallSweep } from './domain/calls/sweep-calls.ts';
import { makeCallHolder } from './domain/calls/take-call.ts';
import { makeDialedCalls } from './domain/campaign-runs/answer-dialed.ts';
import { startCampaignRunner } from './domain/campaign-runs/run-campaigns.ts';
import { startPollRunner } from './domain/channel-threads/run-polls.ts';
import { startThreadRunner } from './domain/channel-threads/run-threads.ts';
import { startHostCheckRunner } from './domain/custom-domains/run-host-checks.ts';
import { startCallRunner } from './domain/function-calls/run-calls.ts';
import { startOrderRunner } from './domain/orders/run-orders.ts';
import { startObjectRunner } from './domain/payment-events/run-objects.ts';
import { startRechargeRunner } from './domain/recharges/run-recharges.ts';
import { startCheckRunner } from './domain/sending-domains/run-checks.ts';
import { startSuiteRunner } from './domain/suites/run-suites.ts';
import { startReplyRunner } from './domain/turns/run-replies.ts';
import { IDLE_DELIVERIES, startDeliveryRunner } from './domain/webhooks/run-deliveries.ts';
import type { Settings } from './settings.ts';

const GRACE_MS = {
  replies: 15_000,
  calls: 12_000,
  deliveries: 5_000,
  threads: 11_000,
  objects: 12_000,
  orders: 12_000,
  arrears: 12_000,
};

type Core = Omit<Parameters<typeof startReplyRunner>[0], 'functionCalls'> &
  Parameters<typeof startCallRunner>[0] &
  Parameters<typeof startDeliveryRunner>[0] &
  Omit<Parameters<typeof makeCallHolder>[0], 'replies'> &
  Omit<Parameters<typeof startThreadRunner>[0], 'replies'> &
  Parameters<typeof startPollRunner>[0] &
  Parameters<typeof startObjectRunner>[0] &
  Omit<Parameters<typeof startOrderRunner>[0], 'objects'> &
  Omit<Parameters<typeof startArrearsRunner>[0], 'objects'> &
  Omit<Parameters<typeof startRechargeRunner>[0], 'orders'> &
  Omit<Parameters<typeof startSuiteRunner>[0], 'replies'> &
  Omit<Parameters<typeof startPushRunner>[0], 'suiteRuns'> &
  Parameters<typeof startCheckRunner>[0] &
  Parameters<typeof startRecordingRunner>[0] &
  Parameters<typeof startCampaignRunner>[0] &
  Parameters<typeof makeDialedCalls>[0] &
  Parameters<typeof startHostCheckRunner>[0];

/**
 * What finds its work by looking, beside the jobs of the queue. Replies are written, and functions called, wherever they are asked for; all else is left to
 * the processes that do not answer requests alone. `ends` is told how to stop what was begun.
 */
export async function startRunners(core: Core, role: Settings['ROLE'], ends: (() => Promise<void>)[]) {
  const functionCalls = await startCallRunner(core);
  ends.push(() => functionCalls.stop(GRACE_MS.calls));
  let wakeRecharges = () => {};
  const replies = startReplyRunner({ ...core, functionCalls, onNoCredits: () => wakeRecharges() });
  ends.push(() => replies.stop(GRACE_MS.replies));
  const calls = makeCallHolder({ ...core, replies });
  ends.push(calls.stop);
  const dialedCalls = makeDialedCalls(core);
  const objects = await startObjectRunner({ ...core, findsWork: role !== 'web' });
  ends.push(() => objects.stop(GRACE_MS.objects));
  const orders = await startOrderRunner({ ...core, objects, findsWork: role !== 'web' });
  ends.push(() => orders.stop(GRACE_MS.orders));
  if (role === 'web') {
    const asleep = { wake: () => {} };
    return {
      functionCalls,
      replies,
      calls,
      dialedCalls,
      campaignRuns: asleep,
      deliveries: IDLE_DELIVERIES,
      objects,
      orders,
      recharges: asleep,
      suiteRuns: asleep,
      pushes: asleep,
    };
  }
  const deliveries = await startDeliveryRunner(core);
  ends.push(() => deliveries.stop(GRACE_MS.deliveries));
  const threads = await startThreadRunner({ ...core, replies });
  ends.push(() => threads.stop(GRACE_MS.threads));
  const suiteRuns = await startSuiteRunner({ ...core, replies });
  ends.push(() => suiteRuns.stop(0));
  const pushes = await startPushRunner({ ...core, suiteRuns });
  ends.push(() => pushes.stop(GRACE_MS.deliveries));
  const campaignRuns = await startCampaignRunner(core);
  ends.push(() => campaignRuns.stop(GRACE_MS.threads));
  const lostCalls = await startCallSweep(core);
  ends.push(() => lostCalls.stop(GRACE_MS.deliveries));
  const recordings = await startRecordingRunner(core);
  ends.push(() => recordings.stop(GRACE_MS.deliveries));
  const polls = await startPollRunner(core);
  ends.push(() => polls.stop(0));
  const arrears = await startArrearsRunner({ ...core, objects });
  ends.push(() => arrears.stop(GRACE_MS.arrears));
  const recharges = await startRechargeRunner({ ...core, orders });
  wakeRecharges = recharges.wake;
  ends.push(() => recharges.stop(GRACE_MS.orders));
  const checks = await startCheckRunner(core);
  ends.push(() => checks.stop(0));
  const hostChecks = await startHostCheckRunner(core);
  ends.push(() => hostChecks.stop(0));
  return {
    functionCalls,
    replies,
    calls,
    dialedCalls,
    campaignRuns,
    deliveries,
    objects,
    orders,
    recharges,
    suiteRuns,
    pushes,
  };
}
