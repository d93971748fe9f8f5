import { FormData } from 'undici';
import { z } from 'zod';
import {
  AccountRefused,
  type Channel,
  type ChannelAccount,
  type ChannelIdentity,
  type ChannelTemplate,
  type SentFile,
} from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { renderMarks, WHATSAPP_MARKS } from '../shared/channel-text/marks.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { areShort, withButtons } from '../shared/channel-text/with-buttons.ts';
import { makeGraphApi } from './graph-api.ts';
import { answerChallenge, isSignedByMeta } from './signed-by-meta.ts';
import { readWhatsAppEvents } from './whatsapp-events.ts';
import { readTemplate, TemplatePage, toTemplateMessage } from './whatsapp-templates.ts';

const WHOLE_MS = 9_500;
const WINDOW_HOURS = 24;
/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/text-messages */
const TEXT = { most: 4_096, measure: (text: string) => text.length, render: renderMarks(WHATSAPP_MARKS) };
/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-reply-buttons-messages */
const BUTTONS = { most: 3, labelMax: 20, textMax: 1_024 };

const Webhooks = z.object({ application: z.string(), whatsapp_business_account: z.string(), phone_number: z.string() });
const PhoneNumber = z.object({
  id: z.string(),
  display_phone_number: z.string(),
  verified_name: z.string().default(''),
  webhook_configuration: Webhooks.partial().default({}),
});
const Numbers = z.object({ data: z.array(z.object({ id: z.string() })) });
const Sent = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const Uploaded = z.object({ id: z.string() });
const StoredMedia = z.object({
  url: z.string(),
  file_size: z.coerce.number().optional(),
  mime_type: z.string().optional(),
});
const Done = z.object({ success: z.literal(true) });

/** An account may keep 6,000; nobody chooses among more than these. */
const TEMPLATE_PAGES_MAX = 5;

/** The WhatsApp Business Platform's Cloud API (https://developers.facebook.com/documentation/business-messaging/whatsapp). */
export function makeWhatsApp({ baseUrl, wholeMs = WHOLE_MS }: { baseUrl: string; wholeMs?: number }): Channel {
  const { call, load } = makeGraphApi({ provider: 'WhatsApp', baseUrl });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);

  const callMessages = (account: ChannelAccount, body: Record<string, unknown>, signal: AbortSignal) =>
    call({
      account,
      method: 'POST',
      path: `${account.externalId}/messages`,
      body: { messaging_product: 'whatsapp', ...body },
      result: Sent,
      signal,
      isSend: true,
    });

  /** The number's own address comes before the account's and the app's, so that other numbers of the same app are left as they are. */
  const setAddress = (account: ChannelAccount, configuration: Record<string, string>, signal: AbortSignal) =>
    call({
      account,
      method: 'POST',
      path: account.externalId,
      body: { webhook_configuration: configuration },
      result: Done,
      signal,
    });

  return {
    windowHours: WINDOW_HOURS,
    optOut: 'words',
    takesButtons: (choices) => areShort(choices, BUTTONS),
    plan: ({ text, sources, files, choices }) => [
      ...withButtons(
        fitText(toStyledText(text, sources), choices ? { ...TEXT, most: BUTTONS.textMax } : TEXT).map((part) => ({
          kind: 'text' as const,
          text: part,
        })),
        choices,
      ),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    verify: (hook, { hookSecret }) => isSignedByMeta(hook, hookSecret),
    challenge: answerChallenge,
    parse: ({ body }, { externalId }) => readWhatsAppEvents(body, externalId),
    identify: (account) => identify(call, account, deadline()),
    async listen(account, { url, verifyToken }) {
      const signal = deadline();
      await call({ account, method: 'POST', path: `${account.accountId}/subscribed_apps`, result: Done, signal });
      await setAddress(account, { override_callback_uri: url, verify_token: verifyToken }, signal);
    },
    async leave(account) {
      await setAddress(account, { override_callback_uri: '' }, deadline());
    },
    async send(account, { thread, part, file, ref }) {
      const signal = deadline();
      const to = { recipient_type: 'individual', to: thread, biz_opaque_callback_data: ref };
      if (part.kind === 'text') {
        if (part.buttons) {
          const buttons = part.buttons.map(({ id, label }) => ({ type: 'reply', reply: { id, title: label } }));
          const interactive = { type: 'button', body: { text: part.text }, action: { buttons } };
          return idOf(await callMessages(account, { ...to, type: 'interactive', interactive }, signal));
        }
        const text = { preview_url: false, body: part.text };
        return idOf(await callMessages(account, { ...to, type: 'text', text }, signal));
      }
      if (part.kind === 'template')
        return idOf(
          await callMessages(account, { ...to, type: 'template', template: toTemplateMessage(part) }, signal),
        );
      if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
      const form = formOf(file);
      const path = `${account.externalId}/media`;
      const { id } = await call({ account, method: 'POST', path, form, result: Uploaded, signal });
      const type = wayOf(file);
      const media = type === 'document' ? { id, filename: file.name } : { id };
      return idOf(await callMessages(account, { ...to, type, [type]: media }, signal));
    },
    listTemplates: (account) => listTemplates(call, account, deadline()),
    async showTyping(account, _thread, messageId) {
      if (messageId === '') return;
      const body = { messaging_product: 'whatsapp', status: 'read', message_id: messageId };
      await call({
        account,
        method: 'POST',
        path: `${account.externalId}/messages`,
        body: { ...body, typing_indicator: { type: 'text' } },
        result: Done,
        signal: deadline(),
      });
    },
    async loadMedia(account, { ref, name, type }, maxBytes) {
      const signal = deadline();
      const { url, file_size: size } = await call({ account, path: ref, result: StoredMedia, signal });
      if ((size ?? 0) > maxBytes) throw new VendorFailure('invalid', 'This file is too large.');
      return { name, type, bytes: await load({ account, url, bytesMax: maxBytes, signal }) };
    },
  };
}

type Call = ReturnType<typeof makeGraphApi>['call'];

async function identify(call: Call, account: ChannelAccount, signal: AbortSignal): Promise<ChannelIdentity> {
  const fields = 'id,display_phone_number,verified_name,webhook_configuration';
  const number = await call({
    account,
    path: account.externalId,
    query: { fields },
    result: PhoneNumber,
    signal,
  }).catch((error) => orRefused(error, 'whatsappNumber', 'externalId'));
  const query = { fields: 'id', limit: '1000' };
  const path = `${account.accountId}/phone_numbers`;
  const { data } = await call({ account, path, query, result: Numbers, signal }).catch((error) =>
    orRefused(error, 'whatsappAccount', 'accountId'),
  );
  if (!data.some(({ id }) => id === number.id)) throw new AccountRefused('whatsappAccount', 'accountId');
  const { phone_number, whatsapp_business_account, application } = number.webhook_configuration;
  return {
    externalId: number.id,
    name: (number.verified_name || number.display_phone_number).slice(0, 200),
    handle: number.display_phone_number.slice(0, 64),
    hookUrl: (phone_number ?? whatsapp_business_account ?? application ?? '').slice(0, 1_000),
  };
}

async function listTemplates(call: Call, account: ChannelAccount, signal: AbortSignal): Promise<ChannelTemplate[]> {
  const path = `${account.accountId}/message_templates`;
  const fields = 'name,language,status,category,parameter_format,components';
  const found: unknown[] = [];
  for (let after = '', page = 0; page < TEMPLATE_PAGES_MAX; page += 1) {
    const query = { fields, limit: '100', ...(after === '' ? {} : { after }) };
    const { data, paging } = await call({ account, path, query, result: TemplatePage, signal });
    found.push(...data);
    after = paging?.cursors?.after ?? '';
    if (paging?.next === undefined || after === '') break;
  }
  return found.flatMap((one) => readTemplate(one) ?? []);
}

const idOf = ({ messages: [sent] }: z.infer<typeof Sent>) => sent?.id ?? '';

function orRefused(error: unknown, ...refused: ConstructorParameters<typeof AccountRefused>): never {
  throw error instanceof VendorFailure && (error.kind === 'not_found' || error.kind === 'invalid')
    ? new AccountRefused(...refused)
    : error;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media#supported-media-types */
const WAYS: Record<string, { way: 'image' | 'audio' | 'video'; most: number }> = {
  'image/jpeg': { way: 'image', most: 5 * 1024 * 1024 },
  'image/png': { way: 'image', most: 5 * 1024 * 1024 },
  'audio/ogg': { way: 'audio', most: 16 * 1024 * 1024 },
  'audio/mpeg': { way: 'audio', most: 16 * 1024 * 1024 },
  'audio/mp4': { way: 'audio', most: 16 * 1024 * 1024 },
  'video/mp4': { way: 'video', most: 16 * 1024 * 1024 },
};

function wayOf({ type, bytes }: SentFile) {
  const known = WAYS[type];
  return known && bytes.byteLength <= known.most ? known.way : 'document';
}

function formOf({ name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', type);
  form.set('file', new Blob([bytes], { type }), name);
  return form;
}
