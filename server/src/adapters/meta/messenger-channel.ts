import { FormData } from 'undici';
import { z } from 'zod';
import type { Channel, SentFile } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { makeGraphApi } from './graph-api.ts';
import { readMessengerEvents } from './messenger-events.ts';
import { makeMetaApp } from './meta-app.ts';
import { answerChallenge, isSignedByMeta } from './signed-by-meta.ts';

const WHOLE_MS = 9_500;
const WINDOW_HOURS = 24;
/** https://developers.facebook.com/docs/messenger-platform/reference/send-api. Messenger shows no marks. */
const TEXT = { most: 2_000, measure: (text: string) => text.length, render: ({ text }: { text: string }) => text };
/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events */
const FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_echoes'];

const Page = z.object({ id: z.string(), name: z.string(), username: z.string().optional() });
const Sent = z.object({ message_id: z.string() });
const Done = z.object({ success: z.literal(true) });
const Any = z.object({});

/** Messages of a page (https://developers.facebook.com/docs/messenger-platform). `accountId` is the app, which has one address for all its pages. */
export function makeMessenger({ baseUrl, wholeMs = WHOLE_MS }: { baseUrl: string; wholeMs?: number }): Channel {
  const { call, load } = makeGraphApi({ provider: 'Messenger', baseUrl });
  const app = makeMetaApp({ call, object: 'page' });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);

  return {
    windowHours: WINDOW_HOURS,
    sharesHook: true,
    plan: ({ text, sources, files }) => [
      ...fitText(toStyledText(text, sources), TEXT).map((part) => ({ kind: 'text' as const, text: part })),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    verify: (hook, { hookSecret }) => isSignedByMeta(hook, hookSecret),
    challenge: answerChallenge,
    parse: ({ body }, account) => readMessengerEvents(body, account),
    async identify(account) {
      const signal = deadline();
      // First: an app that is not known refuses everything else too.
      const hookUrl = await app.hookUrl(account, signal);
      await app.demandPageToken(account, signal);
      const query = { fields: 'id,name,username' };
      const { id, name, username } = await call({ account, path: 'me', query, result: Page, signal });
      return { externalId: id, name: name.slice(0, 200), handle: (username ?? id).slice(0, 64), hookUrl };
    },
    async listen(account, hook) {
      const signal = deadline();
      const path = `${account.externalId}/subscribed_apps`;
      const query = { subscribed_fields: FIELDS.join(',') };
      await call({ account, method: 'POST', path, query, result: Done, signal });
      await app.listen(account, { ...hook, fields: FIELDS }, signal);
    },
    async leave(account, isShared = false) {
      const signal = deadline();
      const path = `${account.externalId}/subscribed_apps`;
      await call({ account, method: 'DELETE', path, result: Done, signal });
      if (!isShared) await app.leave(account, signal);
    },
    async send(account, { thread, part, file, ref }) {
      const to = { recipient: { id: thread }, messaging_type: 'RESPONSE' };
      const asked = { account, method: 'POST', path: `${account.externalId}/messages`, result: Sent } as const;
      const message = part.kind === 'text' ? { text: part.text, metadata: ref } : attachmentOf(file, ref);
      const given = file ? { form: formOf({ ...to, message }, file) } : { body: { ...to, message } };
      return (await call({ ...asked, ...given, signal: deadline(), isSend: true })).message_id;
    },
    async showTyping(account, thread) {
      const signal = deadline();
      const path = `${account.externalId}/messages`;
      for (const action of ['mark_seen', 'typing_on']) {
        const body = { recipient: { id: thread }, sender_action: action };
        await call({ account, method: 'POST', path, body, result: Any, signal });
      }
    },
    async loadMedia(_account, { ref, name, type }, maxBytes) {
      return { name, type, bytes: await load({ account: null, url: ref, bytesMax: maxBytes, signal: deadline() }) };
    },
  };
}

/** https://developers.facebook.com/docs/messenger-platform/send-messages/saving-assets: what is larger goes as a file. */
const PICTURE_MAX = 8 * 1024 * 1024;
const PICTURES = ['image/png', 'image/jpeg', 'image/gif'];

function attachmentOf(file: SentFile | null, ref: string) {
  if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
  return { attachment: { type: wayOf(file), payload: {} }, metadata: ref };
}

function wayOf({ type, bytes }: SentFile): 'image' | 'audio' | 'video' | 'file' {
  if (PICTURES.includes(type)) return bytes.byteLength <= PICTURE_MAX ? 'image' : 'file';
  return type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : 'file';
}

function formOf(given: Record<string, unknown>, { name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(given))
    form.set(key, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('filedata', new Blob([bytes], { type }), name);
  return form;
}
