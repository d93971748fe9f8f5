import { FormData } from 'undici';
import { z } from 'zod';
import type { Channel, SentFile } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { isSame } from '../shared/channel-http/is-same.ts';
import { splitText } from '../shared/channel-text/split-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { withButtons } from '../shared/channel-text/with-buttons.ts';
import { makeTelegramApi } from './telegram-api.ts';
import { readTelegramEvents } from './telegram-events.ts';

const Me = z.object({ id: z.int(), first_name: z.string(), username: z.string().default('') });
const WebhookInfo = z.object({ url: z.string().default(''), allowed_updates: z.array(z.string()).optional() });
const Sent = z.object({ message_id: z.int() });
const StoredFile = z.object({ file_path: z.string(), file_size: z.int().optional() });
const Pulled = z.array(z.looseObject({ update_id: z.int() }));
const Done = z.unknown();
/** So long Telegram holds a question for what came, while nothing does. */
const PULL_SECONDS = 25;
const WHOLE_MS = 9_500;

/** What `telegram-events.ts` reads; a business account's or a group's updates are not asked for. */
const UPDATES = ['message', 'edited_message', 'my_chat_member', 'callback_query'];
/** https://core.telegram.org/bots/api#inlinekeyboardbutton. Longer labels are cut on small screens. */
const BUTTON = { dataBytesMax: 64, labelMax: 60 };

/** Telegram's Bot API 9 (https://core.telegram.org/bots/api). */
export function makeTelegram({ baseUrl, wholeMs = WHOLE_MS }: { baseUrl: string; wholeMs?: number }): Channel {
  const { call, load } = makeTelegramApi({ baseUrl });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);

  return {
    windowHours: null,
    takesButtons: (choices) =>
      choices.every(
        ({ id, label }) =>
          label !== '' && label.length <= BUTTON.labelMax && Buffer.byteLength(id) <= BUTTON.dataBytesMax,
      ),
    plan: ({ text, sources, files, choices }) => [
      ...withButtons(
        splitText(toStyledText(text, sources)).map((part) => ({ kind: 'text' as const, ...part })),
        choices,
      ),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    verify: ({ headers }, { hookSecret }) =>
      hookSecret !== '' && isSame(headers['x-telegram-bot-api-secret-token'] ?? '', hookSecret),
    parse: ({ body }) => readTelegramEvents(body),
    async identify({ token }) {
      const signal = deadline();
      const me = await call({ token, method: 'getMe', result: Me, signal });
      const { url, allowed_updates: allowed } = await call({
        ...{ token, method: 'getWebhookInfo', result: WebhookInfo, signal },
      });
      return {
        externalId: String(me.id),
        name: me.first_name.slice(0, 200),
        handle: me.username.slice(0, 64),
        hookUrl: url.slice(0, 1_000),
        isDeaf: allowed !== undefined && UPDATES.some((kind) => !allowed.includes(kind)),
      };
    },
    async listen({ token, hookSecret }, { url }) {
      const given = { url, secret_token: hookSecret, allowed_updates: UPDATES, drop_pending_updates: false };
      await call({ token, method: 'setWebhook', given, result: Done, signal: deadline() });
    },
    async leave({ token }) {
      const given = { drop_pending_updates: false };
      await call({ token, method: 'deleteWebhook', given, result: Done, signal: deadline() });
    },
    async pull({ token }, offset, signal) {
      const given = { offset, timeout: PULL_SECONDS, allowed_updates: UPDATES };
      const whole = AbortSignal.any([signal, AbortSignal.timeout(PULL_SECONDS * 1_000 + 10_000)]);
      const updates = await call({ token, method: 'getUpdates', given, result: Pulled, signal: whole });
      return {
        events: updates.flatMap((update) => readTelegramEvents(new TextEncoder().encode(JSON.stringify(update)))),
        offset: Math.max(offset, ...updates.map(({ update_id: id }) => id + 1)),
      };
    },
    async send({ token }, { thread, part, file }) {
      const asked = { token, result: Sent, signal: deadline(), isSend: true };
      if (part.kind === 'text') {
        const { text, entities, buttons } = part;
        const keys = buttons?.map(({ id, label }) => [{ text: label, callback_data: id }]);
        const markup = keys ? { reply_markup: { inline_keyboard: keys } } : {};
        const given = { chat_id: thread, text, entities, link_preview_options: { is_disabled: true }, ...markup };
        return String((await call({ ...asked, method: 'sendMessage', given })).message_id);
      }
      if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
      const send = async ([method, field]: readonly [string, string]) =>
        String((await call({ ...asked, method, given: formOf(thread, field, file) })).message_id);
      const way = wayOf(file);
      return send(way).catch((error) => {
        // Not every picture or sound is one for Telegram (sides of 1:20, another codec); as a document each is.
        if (way !== DOCUMENT && error instanceof VendorFailure && error.kind === 'invalid') return send(DOCUMENT);
        throw error;
      });
    },
    async answerPress({ token }, id) {
      const given = { callback_query_id: id };
      await call({ token, method: 'answerCallbackQuery', given, result: Done, signal: deadline() });
    },
    async showTyping({ token }, thread) {
      const given = { chat_id: thread, action: 'typing' };
      await call({ token, method: 'sendChatAction', given, result: Done, signal: deadline() });
    },
    async loadMedia({ token }, { ref, name, type }, maxBytes) {
      const signal = deadline();
      const given = { file_id: ref };
      const { file_path: path, file_size: size } = await call({
        token,
        method: 'getFile',
        given,
        result: StoredFile,
        signal,
      });
      if ((size ?? 0) > maxBytes) throw new VendorFailure('invalid', 'This file is too large.');
      return { name, type, bytes: await load({ token, path, bytesMax: maxBytes, signal }) };
    },
  };
}

const DOCUMENT = ['sendDocument', 'document'] as const;
const WAYS: Record<string, readonly [method: string, field: string]> = {
  'image/jpeg': ['sendPhoto', 'photo'],
  'image/png': ['sendPhoto', 'photo'],
  'image/webp': ['sendPhoto', 'photo'],
  'audio/ogg': ['sendVoice', 'voice'],
  'audio/mpeg': ['sendAudio', 'audio'],
  'audio/mp4': ['sendAudio', 'audio'],
  'audio/x-m4a': ['sendAudio', 'audio'],
  'video/mp4': ['sendVideo', 'video'],
};
const PHOTO_MAX = 10 * 1024 * 1024;

const wayOf = ({ type, bytes }: SentFile) =>
  type.startsWith('image/') && bytes.byteLength > PHOTO_MAX ? DOCUMENT : (WAYS[type] ?? DOCUMENT);

function formOf(thread: string, field: string, { name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  form.set('chat_id', thread);
  form.set(field, new Blob([bytes], { type }), name);
  return form;
}
