import { clientProcedure } from '../../http/client-procedures.ts';
import { calledHost } from '../../http/hosts.ts';
import { takeRate } from '../../http/procedures.ts';
import { calledUrlOf } from '../agencies/agencies.rules.ts';
import { type FeedbackDeps, sendFeedback } from './send-feedback.ts';

export const feedbackRoutes = (deps: FeedbackDeps & { publicUrl: string | null; port: number }) => ({
  send: clientProcedure.feedback.send.handler(async ({ context, input }) => {
    const { scope, client, headers } = context;
    const { agencyId, message, attachments = [] } = input;
    const rule = { key: `feedback:${client.actor.clientId}`, max: 10, windowSeconds: 3_600 };
    await takeRate(context, [rule]);
    const from = { scope, actor: client.actor, origin: calledUrlOf(calledHost(headers), deps) };
    await sendFeedback(deps, from, { agencyId, message, attachments: [attachments].flat() });
    return { success: true as const };
  }),
});
