import { z } from 'zod';
import { toldText } from '../shared/channel-http/told-text.ts';

/** What we read of https://core.telegram.org/bots/api#update. A field of another type is as one that is not there. */

const Id = z.int();
/** Until 2100. */
const Seconds = z.int().min(0).max(4_102_444_800);

const File = z
  .object({
    file_id: z
      .string()
      .min(1)
      .max(300)
      .regex(/^[\w-]+$/),
    file_size: z.int().min(0).optional().catch(undefined),
    file_name: toldText(200),
    mime_type: z
      .string()
      .max(100)
      .regex(/^[\w.+-]+\/[\w.+-]+$/)
      .toLowerCase()
      .optional()
      .catch(undefined),
    width: z.int().min(0).optional().catch(undefined),
    height: z.int().min(0).optional().catch(undefined),
  })
  .optional()
  .catch(undefined);
export type TelegramFile = NonNullable<z.infer<typeof File>>;

const Person = z.object({
  id: Id,
  first_name: toldText(200),
  last_name: toldText(200),
  username: toldText(64),
  language_code: toldText(35),
});

const Chat = Person.extend({ type: z.literal('private') });

const Message = z.object({
  message_id: Id,
  date: Seconds,
  edit_date: Seconds.optional().catch(undefined),
  chat: Chat,
  from: Person.optional().catch(undefined),
  text: toldText(4_096),
  caption: toldText(4_096),
  photo: z
    .preprocess((sizes) => (Array.isArray(sizes) ? sizes.slice(0, 20) : sizes), z.array(File))
    .optional()
    .catch(undefined),
  voice: File,
  audio: File,
  video: File,
  video_note: File,
  document: File,
});
export type TelegramMessage = z.infer<typeof Message>;

const Changed = z.object({ chat: Chat, date: Seconds, new_chat_member: z.object({ status: z.string() }) });

/** https://core.telegram.org/bots/api#callbackquery. Of a message that is too old its words and buttons are not told. */
const Pressed = z.object({
  id: z.string().regex(/^\d{1,30}$/),
  from: Person,
  data: z.string().min(1).max(64),
  message: z.object({
    chat: Chat,
    reply_markup: z
      .object({
        inline_keyboard: z
          .array(
            z
              .array(
                z.object({
                  text: z.string().max(1_000),
                  callback_data: z.string().max(64).optional().catch(undefined),
                }),
              )
              .max(8),
          )
          .max(100),
      })
      .optional()
      .catch(undefined),
  }),
});
export type TelegramPress = z.infer<typeof Pressed>;

export const Update = z.object({
  update_id: Id,
  message: Message.optional().catch(undefined),
  edited_message: Message.optional().catch(undefined),
  my_chat_member: Changed.optional().catch(undefined),
  callback_query: Pressed.optional().catch(undefined),
});
