import { z } from 'zod';
import { toldText } from '../shared/channel-http/told-text.ts';
import { Id, listOf, orNone } from './told-parts.ts';

/** What we read of https://developers.facebook.com/docs/messenger-platform/reference/webhook-events. */

/** Milliseconds until 2100. */
const Instant = z.int().min(0).max(4_102_444_800_000);
const Party = z.object({ id: Id });

const Attachment = z.object({
  type: z.string().max(40),
  payload: orNone(
    z.object({
      url: orNone(z.url({ protocol: /^https?$/ }).max(4_000)),
      sticker_id: orNone(z.union([z.number(), z.string()])),
    }),
  ),
});
export type MessengerAttachment = z.infer<typeof Attachment>;

const Message = z.object({
  mid: Id,
  text: toldText(4_096),
  attachments: listOf(Attachment),
  is_echo: orNone(z.boolean()),
  is_deleted: orNone(z.boolean()),
  /** Of Instagram, where it has no place in a call. */
  is_unsupported: orNone(z.boolean()),
  app_id: orNone(z.union([z.int(), Id]).transform(String)),
  metadata: toldText(200),
  /** A button above the field was tapped, whose title is the text. */
  quick_reply: orNone(z.object({ payload: toldText(1_000) })),
});
export type MessengerMessage = z.infer<typeof Message>;

const Messaging = z.object({
  sender: Party,
  recipient: Party,
  timestamp: orNone(Instant),
  message: orNone(Message),
  /** A button of a message, of the menu or "Get started". */
  postback: orNone(z.object({ mid: orNone(Id), title: toldText(1_000), payload: toldText(1_000) })),
  delivery: orNone(z.object({ watermark: Instant })),
  /** Instagram names the message instead of a time. */
  read: orNone(z.object({ watermark: orNone(Instant), mid: orNone(Id) })),
});
export type Messaging = z.infer<typeof Messaging>;

/** What comes for an app that does not have the thread (`standby`), and comments (`changes`), stand beside `messaging`. */
export const MessengerUpdate = z.object({
  object: z.enum(['page', 'instagram']),
  entry: listOf(z.object({ id: Id, time: orNone(Instant), messaging: listOf(Messaging) })),
});
