import * as z from 'zod';
import { ActionConfirmed, ActionProposed, ActionSettled } from './actions.ts';
import { CallEndReason } from './call-ends.ts';
import { FlowPartId, FlowVariableKind } from './flow-parts.ts';
import { CallId, MessageId } from './ids.ts';

/** A source that an answer used. `number` is the [1] in the text; a chip of the widget opens `url`. */
export const Citation = z.object({
  number: z.number().int().min(1),
  documentId: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  headingPath: z.array(z.string()),
  excerpt: z.string(),
});
export type Citation = z.infer<typeof Citation>;

export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number().int(),
  url: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;

export const MessageRole = z.enum(['visitor', 'agent', 'operator', 'system']);
/** queued -> streaming -> complete | failed | stopped. A visitor's message is complete from the start. */
export const MessageState = z.enum(['queued', 'streaming', 'complete', 'failed', 'stopped']);
export type MessageState = z.infer<typeof MessageState>;

/** A person who answers instead of the agent, as the visitor sees them. `photo` is empty where there is none. */
export const OperatorFace = z.object({ name: z.string(), photo: z.string() });
export type OperatorFace = z.infer<typeof OperatorFace>;

/** bot -> waiting (a person was asked for) -> held (one operator claimed it, the agent is silent) -> bot. */
export const HandoffState = z.enum(['bot', 'waiting', 'held']);
export type HandoffState = z.infer<typeof HandoffState>;

export const HandoffReason = z.enum(['visitor', 'words', 'unknown', 'claimed', 'given_back', 'inactive', 'expired']);
export type HandoffReason = z.infer<typeof HandoffReason>;

export const ThumbReason = z.enum(['wrong', 'incomplete', 'off_topic', 'tone']);
export type ThumbReason = z.infer<typeof ThumbReason>;

/** What the visitor thinks of one answer of the agent. Why is said of a thumb that is down alone. */
export const Thumb = z.object({
  value: z.enum(['up', 'down']),
  reason: ThumbReason.nullable(),
  comment: z.string(),
});
export type Thumb = z.infer<typeof Thumb>;

/** Of a short form. `choices`: one of these is the value. */
const ChoiceField = z.object({
  id: FlowPartId,
  label: z.string(),
  kind: FlowVariableKind,
  isRequired: z.boolean(),
  choices: z.array(z.string()),
});
export type ChoiceField = z.infer<typeof ChoiceField>;

/** A button below words of the agent. Pressing it sends its label, with its id. */
export const Choice = z.object({
  id: FlowPartId,
  label: z.string(),
  text: z.string().optional().describe('With it, a picture or an address it is a card'),
  image: z.string().optional().describe('https address of a picture'),
  url: z.string().optional().describe('https address, where more is to be read'),
  fields: z
    .array(ChoiceField)
    .optional()
    .describe('A short form, which this button sends: a line for each field that was filled in, `Label: value`'),
});
export type Choice = z.infer<typeof Choice>;

/** Where a conversation went on the agent's canvas. Told to whoever tries the agent, and to no visitor. */
const FlowEvent = z.object({
  event: z.literal('flow'),
  data: z.object({
    messageId: MessageId.nullable().describe('The reply that went there; null at the beginning, before any'),
    path: z.array(z.object({ sectionId: FlowPartId, nodeId: FlowPartId })),
  }),
});

export const Message = z.object({
  id: MessageId,
  role: MessageRole,
  state: MessageState,
  text: z.string(),
  citations: z.array(Citation),
  attachments: z.array(Attachment),
  /** True where the agent said that it does not know; the widget then offers a person. */
  isUnknown: z.boolean(),
  offersPerson: z
    .boolean()
    .optional()
    .describe('True where a person was asked for and none came: an address can be left'),
  choices: z.array(Choice).optional().describe('Buttons, until something is answered'),
  operator: OperatorFace.optional().describe('Who wrote it, for the role operator; who left, for the role system'),
  thumb: Thumb.optional().describe("The visitor's, of an answer of the agent"),
  createdAt: z.iso.datetime(),
});
export type Message = z.infer<typeof Message>;

/** Told while it happens and kept nowhere: without an `id:`. */
export const TypingEvent = z.object({
  event: z.literal('typing'),
  data: z.object({ from: z.enum(['visitor', 'operator']), name: z.string() }),
});
export type TypingEvent = z.infer<typeof TypingEvent>;

/**
 * What the visitor's stream carries; each has an `id:` that only grows within a conversation.
 * `status.restarted` says that the reply begins anew: what was shown of that message is dropped.
 */
export const ConversationEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('message'), data: Message }),
  z.object({ event: z.literal('delta'), data: z.object({ messageId: MessageId, text: z.string() }) }),
  z.object({
    event: z.literal('done'),
    data: z.object({
      messageId: MessageId,
      citations: z.array(Citation),
      state: MessageState,
      isUnknown: z.boolean(),
      offersPerson: z.boolean().optional(),
      isPersonAway: z.boolean().optional().describe('A person was asked for, and none is there'),
      choices: z.array(Choice).optional(),
    }),
  }),
  z.object({
    event: z.literal('status'),
    data: z.object({ messageId: MessageId, status: z.enum(['queued', 'thinking', 'restarted']) }),
  }),
  z.object({
    event: z.literal('error'),
    data: z.object({
      messageId: MessageId,
      code: z.enum(['model_failed', 'no_credits', 'limit_reached', 'interrupted']),
      message: z.string(),
      offersContact: z.boolean().describe('True where the visitor should be offered to leave an email address'),
    }),
  }),
  z.object({
    event: z.literal('handoff'),
    data: z.object({ state: HandoffState, reason: HandoffReason, operator: OperatorFace.nullable() }),
  }),
  z.object({
    event: z.literal('trimmed'),
    data: z
      .object({ messageId: MessageId, text: z.string() })
      .describe('Of an answer that was spoken, this much was heard: it says no more than that'),
  }),
  z.object({
    event: z.literal('call'),
    data: z.object({
      callId: CallId,
      state: z.enum(['live', 'transferring', 'ended']),
      reason: CallEndReason.nullable(),
    }),
  }),
  ActionProposed,
  ActionConfirmed,
  ActionSettled,
  FlowEvent,
  TypingEvent,
]);
export type ConversationEvent = z.infer<typeof ConversationEvent>;
