import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { callHook, digits, type GraphOutcome, refused, wrong } from './meta-stand-in-hook.ts';

type Given = Record<string, unknown>;
export type SentMedia = { name: string; type: string; bytes: Uint8Array };
export type PageSent = {
  id: string;
  type: string;
  text: string;
  file: SentMedia | null;
  ref: string;
  buttons: QuickReply[];
  tag: string;
  at: number;
};
type QuickReply = z.infer<typeof QuickReply>;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const recipient = z.strictObject({ id: z.string().regex(/^\d+$/) });
/** Within a day an answer; after it, for a week, a person who says that they are one: /docs/messenger-platform/send-messages#messaging_types */
export const To = {
  recipient,
  messaging_type: z.enum(['RESPONSE', 'MESSAGE_TAG']),
  tag: z.literal('HUMAN_AGENT').optional(),
};
export const Upload = z.object({ name: z.string(), type: z.string(), bytes: z.instanceof(Uint8Array) });
/** https://developers.facebook.com/docs/messenger-platform/reference/buttons/quick-replies; a longer title would be cut. */
const QuickReply = z.strictObject({
  content_type: z.literal('text'),
  title: z.string().min(1).max(20),
  payload: z.string().min(1).max(1_000),
});
export const quick_replies = z.array(QuickReply).min(1).max(13).optional();
const Action = z.strictObject({ recipient, sender_action: z.enum(['mark_seen', 'typing_on']) });

/** In a form, objects are text. */
export const parsed = (given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value,
    ]),
  );

export type MetaPeople = ReturnType<typeof makeMetaPeople>;

/** Who writes to a page, or to an Instagram account, by IDs that hold there alone; and what they were sent. */
export function makeMetaPeople(me: {
  id: string;
  object: 'page' | 'instagram';
  app: { hookUrl: (of?: string) => string | null; secret: () => string };
  isSubscribed: () => boolean;
  root: () => string;
  reach: (url: string) => string;
}) {
  const theirs = new Map<string, Uint8Array>();
  const sent = new Map<string, PageSent[]>();
  const wroteAt = new Map<string, number>();
  const shut = new Set<string>();
  const actions: string[] = [];
  let later = 0;
  let hasHumanAgent = true;

  const newId = () => `m_${randomBytes(40).toString('base64url')}`;
  const now = () => Date.now() + later;
  const from = (person: string) => ({ sender: { id: person }, recipient: { id: me.id } });
  const payload = (...messaging: Given[]) => ({ object: me.object, entry: [{ id: me.id, time: now(), messaging }] });
  const hookUrl = () => me.app.hookUrl(me.object);

  const write = (person: string, message: Given) => {
    wroteAt.set(person, now());
    return payload({ ...from(person), timestamp: now(), message: { mid: newId(), ...message } });
  };
  const deliver = (body: string | Uint8Array<ArrayBuffer>, secret = me.app.secret()) =>
    callHook(me.reach(hookUrl() ?? ''), body, secret);
  /** As often and in the order in which they are given; the statuses of the answers. */
  const post = async (...given: unknown[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const one of hookUrl() && me.isSubscribed() ? given : [])
      statuses.push((await deliver(JSON.stringify(one))).status);
    return statuses;
  };

  /** What is refused, or done, of a message; `read` null where it is none that is known. */
  const take = (given: Given, read: (Omit<PageSent, 'id' | 'at' | 'tag'> & { to: string }) | null): GraphOutcome => {
    const action = Action.safeParse(given).data;
    const to = action?.recipient.id ?? read?.to;
    if (!to) return wrong('Invalid parameter');
    if (!wroteAt.has(to)) return refused(100, '(#100) No matching user found', { subcode: 2018001 });
    if (action) {
      actions.push(action.sender_action);
      return { result: { recipient_id: to } };
    }
    if (shut.has(to))
      return refused(10, "(#10) This person isn't receiving messages from you right now.", { subcode: 2018108 });
    const { messaging_type: type, tag = '' } = given;
    if ((type === 'MESSAGE_TAG') !== (tag !== '')) return wrong('Invalid parameter');
    const age = now() - (wroteAt.get(to) ?? 0);
    if (tag !== '' && age <= DAY_MS) return wrong('The tag is for what is sent after a day.');
    if (age > (tag !== '' && hasHumanAgent ? WEEK_MS : DAY_MS))
      return refused(10, '(#10) This message is sent outside of allowed window.', { subcode: 2018278 });
    const { to: _to, ...more } = read as NonNullable<typeof read>;
    const one = { ...more, tag: String(tag), id: newId(), at: now() };
    sent.set(to, [...(sent.get(to) ?? []), one]);
    return { result: { recipient_id: to, message_id: one.id } };
  };

  return {
    ...{ actions, payload, from, now, write, post, deliver, take },
    knows: (person: unknown) => wroteAt.has(String(person)),
    fileAt: (file: string) => theirs.get(file) ?? null,
    says: (person: string, text: string) => post(write(person, { text })),
    sends(person: string, type: 'image' | 'audio' | 'file', bytes: Uint8Array, more: Given = {}) {
      const file = digits(16);
      theirs.set(file, bytes);
      return post(write(person, { attachments: [{ type, payload: { url: `${me.root()}/files/${file}` } }], ...more }));
    },
    /** A tap on a quick reply; they are there until something else is said. */
    tap(person: string, title: string) {
      const reply = sent
        .get(person)
        ?.at(-1)
        ?.buttons.find((one) => one.title === title);
      if (!reply) throw new Error(`There is no button ${title}.`);
      return write(person, { quick_reply: { payload: reply.payload }, text: title });
    },
    presses(person: string, title: string, button: string) {
      wroteAt.set(person, now());
      return post(payload({ ...from(person), timestamp: now(), postback: { mid: newId(), title, payload: button } }));
    },
    sent: (person: string): PageSent[] => sent.get(person) ?? [],
    /** Meta lets the app say no more that a person answers. */
    takeHumanAgent() {
      hasHumanAgent = false;
    },
    /** From now on nobody reaches them. */
    shut: (person: string) => shut.add(person),
    /** Everything that was written is so much older. */
    passes(ms: number) {
      later += ms;
    },
  };
}
