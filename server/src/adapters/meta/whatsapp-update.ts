import { z } from 'zod';
import { toldText } from '../shared/channel-http/told-text.ts';
import { Id, listOf, orNone } from './told-parts.ts';

/**
 * What we read of https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages.
 */

/** Seconds until 2100, as text. */
const Seconds = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((seconds) => seconds <= 4_102_444_800);

const Media = orNone(
  z.object({
    id: Id,
    caption: toldText(4_096),
    filename: toldText(200),
    mime_type: orNone(z.string().max(100)),
  }),
);
export type WhatsAppMedia = NonNullable<z.infer<typeof Media>>;

const Choice = orNone(z.object({ id: toldText(256), title: toldText(1_000) }));

const Message = z.object({
  id: Id,
  /** Somebody with a user name may keep their number to themselves. */
  from: orNone(Id),
  from_user_id: orNone(Id),
  timestamp: Seconds,
  type: z.string().max(40),
  text: orNone(z.object({ body: toldText(4_096) })),
  button: orNone(z.object({ text: toldText(1_000) })),
  interactive: orNone(z.object({ button_reply: Choice, list_reply: Choice })),
  image: Media,
  audio: Media,
  video: Media,
  document: Media,
});
export type WhatsAppMessage = z.infer<typeof Message>;

const Status = z.object({
  id: Id,
  status: z.string().max(40),
  timestamp: Seconds,
  recipient_id: orNone(Id),
  recipient_user_id: orNone(Id),
  biz_opaque_callback_data: toldText(200),
  errors: listOf(z.object({ code: z.int() })),
});
export type WhatsAppStatus = z.infer<typeof Status>;

const Contact = z.object({
  wa_id: orNone(Id),
  user_id: orNone(Id),
  profile: orNone(z.object({ name: toldText(200), username: toldText(64) })),
});

const Change = z.object({
  field: z.literal('messages'),
  value: z.object({
    metadata: z.object({ phone_number_id: Id }),
    contacts: listOf(Contact),
    messages: listOf(Message),
    statuses: listOf(Status),
  }),
});

export const WhatsAppUpdate = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: listOf(z.object({ changes: listOf(Change) })),
});
export type WhatsAppChange = z.infer<typeof Change>['value'];
