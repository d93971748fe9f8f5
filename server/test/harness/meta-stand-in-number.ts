import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  answersChallenge,
  callHook,
  digits,
  type GraphOutcome,
  type MetaApp,
  refused,
  wrong,
} from './meta-stand-in-hook.ts';
import { type MadeTemplate, makeTemplates, TemplateMessage } from './meta-stand-in-templates.ts';

type Given = Record<string, unknown>;
type Reply = { id: string; title: string };
export type WhatsAppSent = {
  id: string;
  type: string;
  text: string;
  file: SentMedia | null;
  ref: string;
  buttons: Reply[];
};
type SentMedia = { name: string; type: string; bytes: Uint8Array };
type State = 'sent' | 'delivered' | 'read' | 'failed';

const Ids = z.strictObject({ id: z.string() });
const To = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\+?\d{7,15}$/),
  biz_opaque_callback_data: z.string().max(512).optional(),
};
/** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number/message-api */
const Message = z.union([
  z.strictObject({
    ...To,
    type: z.literal('text'),
    text: z.strictObject({ preview_url: z.boolean().optional(), body: z.string().min(1).max(4_096) }),
  }),
  z.strictObject({
    ...To,
    type: z.literal('interactive'),
    interactive: z.strictObject({
      type: z.literal('button'),
      body: z.strictObject({ text: z.string().min(1).max(1_024) }),
      action: z.strictObject({
        buttons: z
          .array(
            z.strictObject({
              type: z.literal('reply'),
              reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
            }),
          )
          .min(1)
          .max(3)
          // Two alike are refused: (#131009).
          .refine((all) => new Set(all.map(({ reply }) => reply.title)).size === all.length),
      }),
    }),
  }),
  z.strictObject({ ...To, type: z.literal('template'), template: TemplateMessage }),
  z.strictObject({ ...To, type: z.literal('image'), image: Ids.extend({ caption: z.string().max(1_024).optional() }) }),
  z.strictObject({ ...To, type: z.literal('audio'), audio: Ids }),
  z.strictObject({ ...To, type: z.literal('video'), video: Ids.extend({ caption: z.string().max(1_024).optional() }) }),
  z.strictObject({
    ...To,
    type: z.literal('document'),
    document: Ids.extend({ filename: z.string().max(240).optional(), caption: z.string().max(1_024).optional() }),
  }),
]);
const Seen = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string(),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});
const Configuration = z.strictObject({
  webhook_configuration: z.strictObject({
    override_callback_uri: z.string().max(200),
    verify_token: z.string().optional(),
  }),
});

const DAY_MS = 86_400_000;
/** No two numbers of a test look alike. */
let made = 0;

export type WhatsAppNumber = ReturnType<typeof makeWhatsAppNumber>;

/** One phone number of an app, and the people who write to it. Their numbers have no `+`. `reach`: where an address is found on this machine. */
export function makeWhatsAppNumber(me: {
  name: string;
  app: MetaApp;
  root: () => string;
  reach: (url: string) => string;
}) {
  const phoneNumberId = digits(15);
  const accountId = digits(15);
  made += 1;
  const display = `+1 202-555-01${String(made % 100).padStart(2, '0')}`;
  const uploaded = new Map<string, SentMedia>();
  const theirs = new Map<string, { type: string; bytes: Uint8Array }>();
  const sent = new Map<string, WhatsAppSent[]>();
  const wroteAt = new Map<string, number>();
  const shut = new Set<string>();
  const templates = makeTemplates();
  const stopped = new Set<string>();
  const seen: string[] = [];
  const known = new Set<string>();
  let hook: { url: string } | null = null;
  let isSubscribed = false;
  let later = 0;

  const newId = () => `wamid.${randomBytes(24).toString('base64url')}`;
  const now = () => Date.now() + later;

  const configure = async (given: Given): Promise<GraphOutcome> => {
    const { success, data } = Configuration.safeParse(given);
    if (!success) return wrong('Invalid parameter');
    const { override_callback_uri: url, verify_token: token = '' } = data.webhook_configuration;
    if (url === '') {
      hook = null;
      return { result: { success: true } };
    }
    if (!isSubscribed) return wrong('The app is not subscribed to this account');
    if (!(await answersChallenge(me.reach(url), token))) return refused(2200, '(#2200) Callback verification failed');
    hook = { url };
    return { result: { success: true } };
  };

  const send = (given: Given): GraphOutcome => {
    const read = Seen.safeParse(given);
    if (read.success) {
      if (!known.has(read.data.message_id)) return wrong('Invalid message ID');
      seen.push(read.data.message_id);
      return { result: { success: true } };
    }
    const { success, data } = Message.safeParse(given);
    if (!success) return wrong('Invalid parameter');
    const to = data.to.replace('+', '');
    if (shut.has(to)) return refused(131026, '(#131026) Message undeliverable');
    const filled = data.type === 'template' ? templates.fill(data.template) : null;
    if (filled && !('text' in filled)) return filled;
    if (filled && stopped.has(to)) return refused(131050, '(#131050) User has stopped marketing messages');
    // A template is what people are written to by who have not written of late.
    if (!filled && now() - (wroteAt.get(to) ?? 0) > DAY_MS) return refused(131047, '(#131047) Re-engagement message');
    const isText = data.type === 'text' || data.type === 'interactive' || data.type === 'template';
    const media = isText ? null : (data as unknown as Record<string, { id: string }>)[data.type];
    const file = media ? uploaded.get(media.id) : null;
    if (media && !file) return wrong('Param id is not a valid media ID');
    if (file && data.type === 'image' && !/^image\/(?:jpeg|png)$/.test(file.type))
      return refused(131053, '(#131053) Media upload error');
    const asked = data.type === 'interactive' ? data.interactive : null;
    const text = filled?.text ?? (data.type === 'text' ? data.text.body : (asked?.body.text ?? ''));
    const buttons = asked?.action.buttons.map(({ reply }) => reply) ?? [];
    const ref = data.biz_opaque_callback_data ?? '';
    const one = { id: newId(), type: data.type, text, file: file ?? null, ref, buttons };
    sent.set(to, [...(sent.get(to) ?? []), one]);
    const contacts = [{ input: data.to, wa_id: to }];
    return { result: { messaging_product: 'whatsapp', contacts, messages: [{ id: one.id }] } };
  };

  const upload = (given: Given): GraphOutcome => {
    const { messaging_product: product, type, file, ...more } = given;
    if (product !== 'whatsapp' || typeof type !== 'string' || Object.keys(more).length > 0)
      return wrong('Invalid parameter');
    const { name, bytes } = (file ?? {}) as Partial<SentMedia>;
    if (!bytes || bytes.length === 0) return wrong('The parameter file is required');
    const id = digits(16);
    uploaded.set(id, { name: name ?? '', type, bytes });
    return { result: { id } };
  };

  /** Null for a path that is not of this number. */
  const answer = (method: string, path: string, query: URLSearchParams, given: Given) => {
    if (method === 'GET' && path === phoneNumberId)
      return {
        result: {
          id: phoneNumberId,
          display_phone_number: display,
          verified_name: me.name,
          webhook_configuration: hook ? { phone_number: hook.url } : {},
        },
      };
    if (method === 'GET' && path === `${accountId}/phone_numbers`)
      return query.get('fields') === 'id' ? { result: { data: [{ id: phoneNumberId }] } } : wrong('Unknown field');
    if (method === 'GET' && path === `${accountId}/message_templates`) return templates.list(query);
    if (method === 'POST' && path === `${accountId}/subscribed_apps`) {
      isSubscribed = true;
      return { result: { success: true } };
    }
    if (method === 'POST' && path === phoneNumberId) return configure(given);
    if (method === 'POST' && path === `${phoneNumberId}/messages`) return send(given);
    if (method === 'POST' && path === `${phoneNumberId}/media`) return upload(given);
    const media = method === 'GET' ? theirs.get(path) : undefined;
    if (!media) return null;
    const { type: mime_type, bytes } = media;
    const url = `${me.root()}/files/${path}`;
    return {
      result: { id: path, messaging_product: 'whatsapp', url, mime_type, file_size: bytes.length, sha256: 'x' },
    };
  };

  const payload = (value: Given) => ({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: accountId,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: display.replace(/\D/g, ''), phone_number_id: phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  });

  const write = (from: string, fields: Given, name = 'Ann') => {
    const id = newId();
    known.add(id);
    wroteAt.set(from, now());
    const timestamp = String(Math.floor(now() / 1_000));
    return payload({ contacts: [{ profile: { name }, wa_id: from }], messages: [{ from, id, timestamp, ...fields }] });
  };

  /** As often and in the order in which they are given; the statuses of the answers. */
  const post = async (...given: unknown[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const one of hook ? given : []) statuses.push((await deliver(JSON.stringify(one))).status);
    return statuses;
  };
  const deliver = (body: string | Uint8Array<ArrayBuffer>, secret = me.app.secret) =>
    callHook(me.reach(hook?.url ?? ''), body, secret);

  return {
    ...{ phoneNumberId, accountId, display, app: me.app, seen, answer, write, post, deliver },
    fileAt: (id: string) => theirs.get(id)?.bytes ?? null,
    hookUrl: () => hook?.url ?? null,
    /** Somebody else's, set by hand. */
    setHook(url: string) {
      hook = { url };
    },
    says: (from: string, text: string, name?: string) =>
      post(write(from, { type: 'text', text: { body: text } }, name)),
    presses(from: string, title: string) {
      const message = sent.get(from)?.findLast(({ buttons }) => buttons.some((one) => one.title === title));
      const reply = message?.buttons.find((one) => one.title === title);
      if (!message || !reply) throw new Error(`There is no button ${title}.`);
      const interactive = { type: 'button_reply', button_reply: reply };
      return post(write(from, { context: { from: phoneNumberId, id: message.id }, type: 'interactive', interactive }));
    },
    sends(
      from: string,
      type: 'image' | 'audio' | 'document',
      file: { type: string; bytes: Uint8Array; caption?: string },
    ) {
      const id = digits(16);
      theirs.set(id, file);
      const { caption } = file;
      return post(
        write(from, { type, [type]: { id, mime_type: file.type, sha256: 'x', ...(caption ? { caption } : {}) } }),
      );
    },
    sent: (to: string): WhatsAppSent[] => sent.get(to) ?? [],
    told(to: string, { id, ref }: Pick<WhatsAppSent, 'id' | 'ref'>, status: State, code?: number) {
      const timestamp = String(Math.floor(now() / 1_000));
      const errors = code ? { errors: [{ code, title: 'Refused' }] } : {};
      const data = ref === '' ? {} : { biz_opaque_callback_data: ref };
      return payload({ statuses: [{ id, status, timestamp, recipient_id: to, ...data, ...errors }] });
    },
    makeTemplate: (template: MadeTemplate) => templates.make(template),
    setTemplate: templates.set,
    /** They told WhatsApp that they want no more of its marketing messages. */
    stopMarketing: (to: string) => stopped.add(to),
    /** From now on nobody reaches them. */
    shut: (to: string) => shut.add(to),
    /** Everything that was written is so much older. */
    passes(ms: number) {
      later += ms;
    },
  };
}
