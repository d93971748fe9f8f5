import { clientProcedure } from '../../http/client-procedures.ts';
import { originOf, takeRate } from '../../http/procedures.ts';
import { type FeedbackDeps, sendFeedback } from './send-feedback.ts';

export const feedbackRoutes = (deps: FeedbackDeps) => ({
  send: clientProcedure.feedback.send.handler(async ({ context, input: { message, attachments = [] } }) => {
    const { scope, client, headers } = context;
    const rule = { key: `feedback:${client.actor.clientId}`, max: 10, windowSeconds: 3_600 };
    await takeRate(context, [rule]);
    const from = { scope, actor: client.actor, origin: originOf(headers) };
    await sendFeedback(deps, from, { message, attachments: [attachments].flat() });
    return { success: true as const };
  }),
});
