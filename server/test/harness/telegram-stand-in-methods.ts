import { z } from 'zod';

/** A file of a form. */
export type SentBytes = { name: string; type: string; bytes: Uint8Array };
export type Refused = { code: number; description: string; retryAfter?: number };

const ENTITY_TYPES = [
  ...['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'blockquote', 'expandable_blockquote'],
  ...['code', 'pre', 'text_link'],
] as const;
const UPDATE_TYPES = [
  'message',
  'edited_message',
  'my_chat_member',
  'callback_query',
  'channel_post',
  'message_reaction',
];
const ACTIONS = ['typing', 'upload_photo', 'record_voice', 'upload_voice', 'upload_document', 'upload_video'];

/** As JSON a number or a text, in a form a text. */
const ChatId = z.union([z.int(), z.string().regex(/^-?\d+$/)]).transform(String);
const Entity = z.strictObject({
  type: z.enum(ENTITY_TYPES),
  offset: z.int().min(0),
  length: z.int().min(1),
  url: z.string().optional(),
  language: z.string().optional(),
});
/** One of the optional fields has to be there; ours are those that are told to the bot. */
const Button = z.strictObject({
  text: z.string().min(1),
  callback_data: z.string().refine((data) => data !== '' && Buffer.byteLength(data) <= 64, 'BUTTON_DATA_INVALID'),
});
export type SentButton = z.infer<typeof Button>;
export type SentEntity = z.infer<typeof Entity>;
const Sent = <Field extends string>(field: Field) =>
  z.strictObject({ chat_id: ChatId, [field]: z.custom<SentBytes>((file) => file instanceof Object) });

/** Every method that we call, with those of its parameters that we may use. The real one passes over what it does not know. */
export const METHODS = {
  getMe: z.strictObject({}),
  getWebhookInfo: z.strictObject({}),
  setWebhook: z.strictObject({
    url: z.string(),
    secret_token: z.string().regex(/^[\w-]{1,256}$/),
    allowed_updates: z.array(z.enum(UPDATE_TYPES)).optional(),
    drop_pending_updates: z.boolean().optional(),
    max_connections: z.int().min(1).max(100).optional(),
  }),
  getUpdates: z.strictObject({
    offset: z.int().optional(),
    timeout: z.int().min(0).max(50).optional(),
    allowed_updates: z.array(z.enum(UPDATE_TYPES)).optional(),
  }),
  deleteWebhook: z.strictObject({ drop_pending_updates: z.boolean().optional() }),
  sendMessage: z.strictObject({
    chat_id: ChatId,
    text: z.string(),
    entities: z.array(Entity).max(100).optional(),
    link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
    reply_markup: z
      .strictObject({ inline_keyboard: z.array(z.array(Button).min(1).max(8)).min(1).max(100) })
      .optional(),
  }),
  sendPhoto: Sent('photo'),
  sendVoice: Sent('voice'),
  sendAudio: Sent('audio'),
  sendVideo: Sent('video'),
  sendDocument: Sent('document'),
  sendChatAction: z.strictObject({ chat_id: ChatId, action: z.enum(ACTIONS) }),
  answerCallbackQuery: z.strictObject({ callback_query_id: z.string() }),
  getFile: z.strictObject({ file_id: z.string().min(1) }),
};
export type MethodName = keyof typeof METHODS;

const bad = (description: string): Refused => ({ code: 400, description: `Bad Request: ${description}` });

/** What is wrong with a text, beyond the types of its parameters. */
export function wrongText(text: string, entities: readonly SentEntity[]): Refused | null {
  if (!text.isWellFormed()) return bad('strings must be encoded in UTF-8');
  if (text.trim() === '') return bad('message text is empty');
  if (text.length > 4_096) return bad('message is too long');
  for (const { offset, length } of entities) {
    if (offset + length > text.length) return bad('entity ends beyond the text');
    if (!text.slice(offset, offset + length).isWellFormed()) return bad('entity begins or ends within a character');
  }
  for (const [at, one] of entities.entries())
    for (const other of entities.slice(at + 1)) {
      const [first, second] = one.offset <= other.offset ? [one, other] : [other, one];
      if (second.offset >= first.offset + first.length) continue;
      const isIn = (inner: SentEntity, outer: SentEntity) =>
        inner.offset >= outer.offset && inner.offset + inner.length <= outer.offset + outer.length;
      if (!isIn(first, second) && !isIn(second, first)) return bad('entities intersect');
      const types = [first.type, second.type];
      if (types[0] === types[1]) return bad(`${types[0]} within ${types[0]}`);
      const isCode = types.includes('code') || types.includes('pre');
      if (isCode && !types.includes('blockquote')) return bad('code with another entity');
    }
  return null;
}

const PICTURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x52, 0x49, 0x46, 0x46],
];

/** Pictures are opened, and have 10 MB at most; others 50. */
export function wrongFile(method: MethodName, { bytes }: SentBytes): Refused | null {
  if (bytes.length === 0) return bad('file must be non-empty');
  const isPhoto = method === 'sendPhoto';
  if (bytes.length > (isPhoto ? 10 : 50) * 1024 * 1024) return { code: 413, description: 'Request Entity Too Large' };
  const isPicture = PICTURES.some((magic) => magic.every((byte, at) => bytes[at] === byte));
  return isPhoto && !isPicture ? bad('IMAGE_PROCESS_FAILED') : null;
}
