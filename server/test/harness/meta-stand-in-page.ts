import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { MetaAppStandIn } from './meta-stand-in-app.ts';
import { callHook, digits, type GraphOutcome, refused, wrong } from './meta-stand-in-hook.ts';

type Given = Record<string, unknown>;
type SentMedia = { name: string; type: string; bytes: Uint8Array };
export type PageSent = { id: string; type: string; text: string; file: SentMedia | null; ref: string; at: number };

const DAY_MS = 86_400_000;
const To = { recipient: z.strictObject({ id: z.string().regex(/^\d+$/) }), messaging_type: z.literal('RESPONSE') };
const metadata = z.string().max(1_000).optional();
/** https://developers.facebook.com/docs/messenger-platform/reference/send-api */
const Text = z.strictObject({ ...To, message: z.strictObject({ text: z.string().min(1).max(2_000), metadata }) });
const Media = z.strictObject({
  ...To,
  message: z.strictObject({
    attachment: z.strictObject({ type: z.enum(['image', 'audio', 'video', 'file']), payload: z.strictObject({}) }),
    metadata,
  }),
  filedata: z.object({ name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) }),
});
const Action = z.strictObject({ recipient: To.recipient, sender_action: z.enum(['mark_seen', 'typing_on']) });
const FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_echoes'];

export type MetaPage = ReturnType<typeof makeMetaPage>;

/** A page of an app, and the people who write to it, by their page-scoped IDs. */
export function makeMetaPage(me: {
  name: string;
  username: string | null;
  token: string;
  tokenType: string;
  app: MetaAppStandIn;
  root: () => string;
  reach: (url: string) => string;
}) {
  const id = digits(15);
  const access = {
    token: me.token,
    get secret() {
      return me.app.secret();
    },
  };
  const theirs = new Map<string, Uint8Array>();
  const sent = new Map<string, PageSent[]>();
  const wroteAt = new Map<string, number>();
  const shut = new Set<string>();
  const actions: string[] = [];
  let isSubscribed = false;
  let later = 0;

  const newId = () => `m_${randomBytes(40).toString('base64url')}`;
  const now = () => Date.now() + later;

  const send = (asked: Given): GraphOutcome => {
    const given = parsed(asked);
    const action = Action.safeParse(given);
    const text = Text.safeParse(given);
    const media = Media.safeParse(given);
    const data = text.data ?? media.data;
    const to = action.data?.recipient.id ?? data?.recipient.id;
    if (!to) return wrong('Invalid parameter');
    if (!wroteAt.has(to)) return refused(100, '(#100) No matching user found', { subcode: 2018001 });
    if (action.data) {
      actions.push(action.data.sender_action);
      return { result: { recipient_id: to } };
    }
    if (shut.has(to))
      return refused(10, "(#10) This person isn't receiving messages from you right now.", { subcode: 2018108 });
    if (now() - (wroteAt.get(to) ?? 0) > DAY_MS)
      return refused(10, '(#10) This message is sent outside of allowed window.', { subcode: 2018278 });
    const file = media.data?.filedata ?? null;
    const type = media.data?.message.attachment.type ?? 'text';
    if (type === 'image' && !/^image\/(?:jpeg|png|gif)$/.test(file?.type ?? ''))
      return refused(100, '(#100) Upload attachment failure.', { subcode: 2018047 });
    const one = { id: newId(), type, text: text.data?.message.text ?? '', file, at: now() };
    sent.set(to, [...(sent.get(to) ?? []), { ...one, ref: data?.message.metadata ?? '' }]);
    return { result: { recipient_id: to, message_id: one.id } };
  };

  const answer = (method: string, path: string, query: URLSearchParams, given: Given): GraphOutcome | null => {
    if (method === 'GET' && path === 'me') {
      if (query.get('fields') !== 'id,name,username') return wrong('Tried accessing nonexisting field');
      const { name, username } = me;
      return { result: { id, name, ...(username ? { username } : {}) } };
    }
    if (path === `${id}/subscribed_apps` && method === 'DELETE') isSubscribed = false;
    else if (path === `${id}/subscribed_apps` && method === 'POST') {
      const fields = query.get('subscribed_fields')?.split(',') ?? [];
      if (fields.length === 0 || fields.some((field) => !FIELDS.includes(field)))
        return wrong('The parameter subscribed_fields is required');
      isSubscribed = true;
    } else return method === 'POST' && path === `${id}/messages` ? send(given) : null;
    return { result: { success: true } };
  };

  const payload = (...messaging: Given[]) => ({ object: 'page', entry: [{ id, time: now(), messaging }] });
  const from = (person: string) => ({ sender: { id: person }, recipient: { id } });

  const write = (person: string, message: Given) => {
    wroteAt.set(person, now());
    return payload({ ...from(person), timestamp: now(), message: { mid: newId(), ...message } });
  };

  const deliver = (body: string | Uint8Array<ArrayBuffer>, secret = access.secret) =>
    callHook(me.reach(me.app.hookUrl() ?? ''), body, secret);

  /** As often and in the order in which they are given; the statuses of the answers. */
  const post = async (...given: unknown[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const one of me.app.hookUrl() && isSubscribed ? given : [])
      statuses.push((await deliver(JSON.stringify(one))).status);
    return statuses;
  };

  return {
    ...{ id, app: access, metaApp: me.app, tokenType: me.tokenType, actions, answer, payload, write, post, deliver },
    fileAt: (file: string) => theirs.get(file) ?? null,
    isSubscribed: () => isSubscribed,
    says: (person: string, text: string) => post(write(person, { text })),
    sends(person: string, type: 'image' | 'audio' | 'file', bytes: Uint8Array, more: Given = {}) {
      const file = digits(16);
      theirs.set(file, bytes);
      return post(write(person, { attachments: [{ type, payload: { url: `${me.root()}/files/${file}` } }], ...more }));
    },
    presses(person: string, title: string, button: string) {
      wroteAt.set(person, now());
      return post(payload({ ...from(person), timestamp: now(), postback: { mid: newId(), title, payload: button } }));
    },
    sent: (person: string): PageSent[] => sent.get(person) ?? [],
    read: (person: string, watermark: number) => payload({ ...from(person), timestamp: now(), read: { watermark } }),
    delivered: (person: string, watermark: number) => payload({ ...from(person), delivery: { watermark } }),
    echo: (person: string, { id: mid, ref, text }: PageSent, appId = me.app.id) =>
      payload({
        sender: { id },
        recipient: { id: person },
        timestamp: now(),
        message: { mid, is_echo: true, app_id: Number(appId), ...(ref ? { metadata: ref } : {}), text },
      }),
    /** From now on nobody reaches them. */
    shut: (person: string) => shut.add(person),
    /** Everything that was written is so much older. */
    passes(ms: number) {
      later += ms;
    },
  };
}

/** In a form, objects are text. */
const parsed = (given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value,
    ]),
  );
