import * as z from 'zod';
import { FunctionCallId, MessageId } from './ids.ts';

/** proposed -> running -> done | failed | unknown; or declined, or expired. `unknown`: it was sent, and nobody knows what became of it. */
export const ActionStatus = z.enum(['proposed', 'running', 'done', 'failed', 'unknown', 'declined', 'expired']);
export type ActionStatus = z.infer<typeof ActionStatus>;

/** Something that an agent would do in another system, once the visitor confirms it. What is done is what stands here. */
export const Action = z.object({
  callId: FunctionCallId,
  messageId: MessageId.nullable().describe(
    'The reply that proposes it; null where it was asked for again by its button',
  ),
  sentence: z.string().describe("The owner's, with the values in it"),
  arguments: z.array(z.object({ label: z.string(), value: z.string() })),
  button: z.string().describe('On what confirms it'),
  decline: z.string().describe('On what declines it'),
  expiresAt: z.iso.datetime(),
  doneAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the very same was done, or may have been, in this conversation: it is done again with `again` alone',
    ),
});
export type Action = z.infer<typeof Action>;

/** As it stands. */
export const ShownAction = Action.extend({ status: ActionStatus, at: z.iso.datetime().describe('Of the last change') });
export type ShownAction = z.infer<typeof ShownAction>;

export const ActionProposed = z.object({ event: z.literal('action_proposed'), data: Action });
export const ActionConfirmed = z.object({
  event: z.literal('action_confirmed'),
  data: z.object({
    callId: FunctionCallId,
    sentence: z.string().describe("The owner's, for the time until it is done; may be empty"),
    at: z.iso.datetime(),
  }),
});
export const ActionSettled = z.object({
  event: z.literal('action_settled'),
  data: z.object({
    callId: FunctionCallId,
    status: ActionStatus.extract(['done', 'failed', 'unknown', 'declined', 'expired']),
    receipt: z.string().describe('The words of the message `messageId`, which is told before; else empty'),
    messageId: MessageId.nullable(),
    at: z.iso.datetime(),
  }),
});
