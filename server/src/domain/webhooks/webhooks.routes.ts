import type { LeasedRunner } from '../../db/run-leased.ts';
import { memberProcedure, secretProcedure, takeRate } from '../../http/procedures.ts';
import { deleteEndpoint, pauseEndpoint, resumeEndpoint, rotateWebhookSecret } from './change-endpoint.ts';
import { getEndpoint } from './get-endpoint.ts';
import { getDelivery, listDeliveries } from './list-deliveries.ts';
import { replayDelivery, replayFailed } from './replay-deliveries.ts';
import { saveEndpoint } from './save-endpoint.ts';
import { sendTestEvent } from './send-test-event.ts';
import type { WebhookDeps } from './webhooks.ports.ts';

type Deps = WebhookDeps & { deliveries: Pick<LeasedRunner, 'wake'> };

const { webhooks } = memberProcedure;
const secret = secretProcedure.webhooks;
const done = { success: true as const };

export const webhooksRoutes = (deps: Deps) => ({
  get: webhooks.get.handler(async ({ context }) => ({ endpoint: await getEndpoint(deps, context.scope) })),
  save: secret.save.handler(({ context, input }) => saveEndpoint(deps, context.member, input)),
  delete: webhooks.delete.handler(async ({ context }) => {
    await deleteEndpoint(deps, context.member);
    return done;
  }),
  rotateSecret: secret.rotateSecret.handler(({ context }) => rotateWebhookSecret(deps, context.member)),
  pause: webhooks.pause.handler(({ context }) => pauseEndpoint(deps, context.member)),
  resume: webhooks.resume.handler(async ({ context, input }) => {
    const endpoint = await resumeEndpoint(deps, context.member, input);
    deps.deliveries.wake();
    return endpoint;
  }),
  sendTest: webhooks.sendTest.handler(async ({ context }) => {
    await takeRate(context, [{ key: `webhook-test:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return { deliveryId: await sendTestEvent(deps, context.member) };
  }),
  listDeliveries: webhooks.listDeliveries.handler(({ context, input }) => listDeliveries(deps, context.scope, input)),
  getDelivery: webhooks.getDelivery.handler(({ context, input }) => getDelivery(deps, context.scope, input.deliveryId)),
  replay: webhooks.replay.handler(async ({ context, input }) => {
    await replayDelivery(deps, context.member, input.deliveryId);
    return done;
  }),
  replayFailed: webhooks.replayFailed.handler(async ({ context, input }) => ({
    replayed: await replayFailed(deps, context.member, new Date(input.since)),
  })),
});
