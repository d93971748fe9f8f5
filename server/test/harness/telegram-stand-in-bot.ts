import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type MethodName,
  type Refused,
  type SentButton,
  type SentBytes,
  type SentEntity,
  wrongFile,
  wrongText,
} from './telegram-stand-in-methods.ts';

type Given = Record<string, unknown>;
type Outcome = { result: unknown; refused?: undefined } | { refused: Refused; result?: undefined };
type Person = { first_name: string; last_name?: string; username?: string; language_code?: string };
export type TelegramUpdate = { update_id: number } & Record<string, unknown>;
/** What the bot sent, in its order. */
export type TelegramSent = {
  id: number;
  method: MethodName;
  text: string;
  entities: SentEntity[];
  file: SentBytes | null;
  buttons: SentButton[];
  at: number;
};
type Webhook = { url: string; secret: string; allowed: string[] };

export type TelegramBot = ReturnType<typeof makeTelegramBot>;

const LOADED_MAX = 20 * 1024 * 1024;
const bad = (description: string): Outcome => ({ refused: { code: 400, description: `Bad Request: ${description}` } });

/** One bot: what it is asked for, and the people who write to it. A chat has the id of its person. */
type Bot = { id: number; token: string; name: string; username: string; reach: (url: string) => string };

export function makeTelegramBot(me: Bot) {
  /** What came while no webhook stood, until it is asked for with a later offset. */
  let kept: TelegramUpdate[] = [];
  const chats = new Map<number, { person: Person; sent: TelegramSent[]; isBlocked: boolean }>();
  const files = new Map<string, { path: string; bytes: Uint8Array }>();
  const typing: number[] = [];
  /** Presses that wait for the bot's answer, as a circle that turns on the button. */
  const pressed = new Set<string>();
  let webhook: Webhook | null = null;
  let messages = 0;
  let updates = 100_000;
  const standing = { isRevoked: false };

  const chatOf = (chat: number) => {
    const found = chats.get(chat) ?? { person: { first_name: 'Ann', language_code: 'en' }, sent: [], isBlocked: false };
    chats.set(chat, found);
    return found;
  };

  const send = (method: MethodName, given: Given): Outcome => {
    const id = Number(given.chat_id);
    const chat = chats.get(id);
    if (!chat) return bad('chat not found');
    if (chat.isBlocked) return { refused: { code: 403, description: 'Forbidden: bot was blocked by the user' } };
    if (method === 'sendChatAction') {
      typing.push(id);
      return { result: true };
    }
    const { text = '', entities = [] } = given as { text?: string; entities?: SentEntity[] };
    const file = (Object.values(given).find(
      (value) => typeof value === 'object' && value !== null && 'bytes' in value,
    ) ?? null) as SentBytes | null;
    const refused = file ? wrongFile(method, file) : wrongText(text, entities);
    if (refused) return { refused };
    messages += 1;
    const at = Date.now();
    const { reply_markup: markup } = given as { reply_markup?: { inline_keyboard: SentButton[][] } };
    const buttons = markup?.inline_keyboard.flat() ?? [];
    chat.sent.push({ id: messages, method, text, entities, file, buttons, at });
    return { result: { message_id: messages, date: Math.floor(at / 1_000), chat: { id, type: 'private' }, text } };
  };

  const setWebhook = ({ url, secret_token, allowed_updates }: Given): Outcome => {
    // The real one takes https alone; here it is loopback.
    if (!/^https:\/\/|^http:\/\/127\.0\.0\.1:/.test(String(url)))
      return bad('bad webhook: An HTTPS URL must be provided for webhook');
    const allowed = (allowed_updates ?? ['message']) as string[];
    webhook = { url: String(url), secret: String(secret_token), allowed };
    return { result: true };
  };

  const getFile = ({ file_id }: Given): Outcome => {
    const file = files.get(String(file_id));
    if (!file) return bad('invalid file_id');
    if (file.bytes.length > LOADED_MAX) return bad('file is too big');
    return { result: { file_id, file_unique_id: 'u', file_size: file.bytes.length, file_path: file.path } };
  };

  /** Held until something is there, or the time is over. */
  const getUpdates = async ({ offset = 0, timeout = 0, allowed_updates: allowed = [] }: Given): Promise<Outcome> => {
    if (webhook)
      return { refused: { code: 409, description: "Conflict: can't use getUpdates method while webhook is active" } };
    kept = kept.filter((one) => one.update_id >= Number(offset));
    const wanted = () => kept.filter((one) => (allowed as string[]).some((kind) => kind in one)).slice(0, 100);
    for (let waited = 0; waited < Number(timeout) * 1_000 && wanted().length === 0; waited += 50) await wait(50);
    return { result: wanted() };
  };

  const carryOut = (method: MethodName, given: Given): Outcome | Promise<Outcome> => {
    if (method === 'getUpdates') return getUpdates(given);
    if (method === 'getMe')
      return { result: { id: me.id, is_bot: true, first_name: me.name, username: me.username, can_join_groups: true } };
    if (method === 'getWebhookInfo')
      return {
        result: {
          url: webhook?.url ?? '',
          has_custom_certificate: false,
          pending_update_count: 0,
          ...(webhook ? { allowed_updates: webhook.allowed } : {}),
        },
      };
    if (method === 'setWebhook') return setWebhook(given);
    if (method === 'deleteWebhook') {
      webhook = null;
      return { result: true };
    }
    if (method === 'answerCallbackQuery') {
      const isOpen = pressed.delete(String(given.callback_query_id));
      return isOpen ? { result: true } : bad('query is too old and response timeout expired or query ID is invalid');
    }
    return method === 'getFile' ? getFile(given) : send(method, given);
  };

  /** A file that somebody sent, as it stands in their message. */
  const store = (bytes: Uint8Array, folder: string, ending: string) => {
    const file_id = `AgAC${randomBytes(24).toString('base64url')}`;
    files.set(file_id, { path: `${folder}/file_${files.size}.${ending}`, bytes });
    return { file_id, file_unique_id: file_id.slice(-12), file_size: bytes.length };
  };

  const update = (kind: string, chat: number, fields: Given): TelegramUpdate => {
    updates += 1;
    const { person } = chatOf(chat);
    const from = { id: chat, is_bot: false, ...person };
    const { language_code: _language, ...named } = person;
    const place = { chat: { id: chat, type: 'private', ...named }, date: Math.floor(Date.now() / 1_000) };
    return { update_id: updates, [kind]: { ...place, from, ...fields } };
  };

  const write = (chat: number, fields: Given) => {
    messages += 1;
    return update('message', chat, { message_id: messages, ...fields });
  };

  /** As often and in the order in which they are given; the statuses of the answers. */
  const post = async (...given: TelegramUpdate[]): Promise<number[]> => {
    const hook = webhook;
    if (!hook) {
      kept.push(...given);
      return [];
    }
    const statuses: number[] = [];
    for (const one of given) {
      if (!hook.allowed.some((kind) => kind in one)) continue;
      const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': hook.secret };
      const { status } = await fetch(me.reach(hook.url), { method: 'POST', headers, body: JSON.stringify(one) });
      statuses.push(status);
    }
    return statuses;
  };

  /** The button with these words of the newest message that has it; `isOld`: of a message that Telegram tells nothing of any more. */
  const press = (chat: number, label: string, { isOld = false } = {}) => {
    const { sent, person } = chatOf(chat);
    const message = sent.findLast(({ buttons }) => buttons.some(({ text }) => text === label));
    if (!message) throw new Error(`There is no button ${label}.`);
    updates += 1;
    const id = String(4_382_000_000 + updates);
    pressed.add(id);
    const { language_code: _language, ...named } = person;
    const place = { chat: { id: chat, type: 'private', ...named }, message_id: message.id };
    const keys = { inline_keyboard: message.buttons.map((button) => [button]) };
    const told = isOld
      ? { ...place, date: 0 }
      : { ...place, date: Math.floor(message.at / 1_000), text: message.text, reply_markup: keys };
    const data = message.buttons.find(({ text }) => text === label)?.callback_data;
    const from = { id: chat, is_bot: false, ...person };
    return { update_id: updates, callback_query: { id, from, message: told, chat_instance: '1', data } };
  };

  const member = (chat: number, status: 'kicked' | 'member') => {
    chatOf(chat).isBlocked = status === 'kicked';
    const user = { id: me.id, is_bot: true, first_name: me.name };
    const was = status === 'kicked' ? 'member' : 'kicked';
    return update('my_chat_member', chat, {
      old_chat_member: { user, status: was },
      new_chat_member: { user, status },
    });
  };

  return {
    ...me,
    carryOut,
    get isRevoked() {
      return standing.isRevoked;
    },
    /** Its owner made a new token. */
    revoke() {
      standing.isRevoked = true;
    },
    webhook: () => webhook,
    stored: (path: string) => [...files.values()].find((file) => file.path === path)?.bytes,
    sent: (chat: number): TelegramSent[] => chats.get(chat)?.sent ?? [],
    typing,
    pressed,
    press,
    presses: (chat: number, label: string) => post(press(chat, label)),
    person(chat: number, person: Person) {
      chatOf(chat).person = person;
    },
    // Updates, to be posted in any order and as often as a test wants.
    write,
    edited: (chat: number, id: number, text: string) =>
      update('edited_message', chat, { message_id: id, edit_date: Math.floor(Date.now() / 1_000), text }),
    post,
    // And at once.
    says: (chat: number, text: string) => post(write(chat, { text })),
    photo: (chat: number, bytes: Uint8Array, caption?: string) => {
      const small = { ...store(bytes.subarray(0, 100), 'photos', 'jpg'), width: 90, height: 60 };
      const large = { ...store(bytes, 'photos', 'jpg'), width: 900, height: 600 };
      return post(write(chat, { photo: [small, large], ...(caption === undefined ? {} : { caption }) }));
    },
    voice: (chat: number, bytes: Uint8Array) =>
      post(
        write(chat, {
          voice: { ...store(bytes, 'voice', 'oga'), duration: 3, mime_type: 'audio/ogg' },
        }),
      ),
    document: (chat: number, file: SentBytes, caption?: string) => {
      const document = {
        ...store(file.bytes, 'documents', 'bin'),
        file_name: file.name,
        mime_type: file.type,
      };
      return post(write(chat, { document, ...(caption === undefined ? {} : { caption }) }));
    },
    blocks: (chat: number) => post(member(chat, 'kicked')),
    unblocks: (chat: number) => post(member(chat, 'member')),
    /** Nobody is told, as when it happens while no webhook stands. */
    blockQuietly(chat: number) {
      chatOf(chat).isBlocked = true;
    },
  };
}
