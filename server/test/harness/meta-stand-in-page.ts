import * as z from 'zod';
import type { MetaAppStandIn } from './meta-stand-in-app.ts';
import { digits, type GraphOutcome, refused, wrong } from './meta-stand-in-hook.ts';
import type { MetaInstagram } from './meta-stand-in-instagram.ts';
import {
  type MetaPeople,
  makeMetaPeople,
  type PageSent,
  parsed,
  quick_replies,
  To,
  Upload,
} from './meta-stand-in-people.ts';

type Given = Record<string, unknown>;

const metadata = z.string().max(1_000).optional();
/** https://developers.facebook.com/docs/messenger-platform/reference/send-api */
const Text = z.strictObject({
  ...To,
  message: z.strictObject({ text: z.string().min(1).max(2_000), metadata, quick_replies }),
});
const Media = z.strictObject({
  ...To,
  message: z.strictObject({
    attachment: z.strictObject({ type: z.enum(['image', 'audio', 'video', 'file']), payload: z.strictObject({}) }),
    metadata,
  }),
  filedata: Upload,
});
const FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_echoes'];

/** A page of an app, and the people who write to it. */
export function makeMetaPage(me: {
  name: string;
  username: string | null;
  token: string;
  tokenType: string;
  app: MetaAppStandIn;
  instagram: MetaInstagram | null;
  root: () => string;
  reach: (url: string) => string;
}) {
  const { app: metaApp, instagram, name, username } = me;
  const id = digits(15);
  const app = {
    token: me.token,
    get secret() {
      return metaApp.secret();
    },
  };
  let isSubscribed = false;
  const at = { id, object: 'page' as const, app: metaApp, root: me.root, reach: me.reach };
  const people: MetaPeople = makeMetaPeople({ ...at, isSubscribed: () => isSubscribed });
  const { payload, from, now } = people;

  const send = (asked: Given): GraphOutcome => {
    const given = parsed(asked);
    const text = Text.safeParse(given).data;
    if (text) {
      const { message } = text;
      const { metadata: ref = '', quick_replies: buttons = [] } = message;
      const part = { type: 'text', text: message.text, file: null, ref, buttons };
      return people.take(given, { to: text.recipient.id, ...part });
    }
    const media = Media.safeParse(given).data;
    if (!media) return people.take(given, null);
    const { type } = media.message.attachment;
    if (type === 'image' && !/^image\/(?:jpeg|png|gif)$/.test(media.filedata.type))
      return refused(100, '(#100) Upload attachment failure.', { subcode: 2018047 });
    const part = { type, text: '', file: media.filedata, ref: media.message.metadata ?? '', buttons: [] };
    return people.take(given, { to: media.recipient.id, ...part });
  };

  const describe = (fields: string | null): GraphOutcome => {
    if (fields === 'id,name,username') return { result: { id, name, ...(username ? { username } : {}) } };
    if (fields !== 'id,name,instagram_business_account{id,username,name}')
      return wrong('Tried accessing nonexisting field');
    const account = instagram && { id: instagram.id, username: instagram.username, name: instagram.name };
    return { result: { id, name, ...(account ? { instagram_business_account: account } : {}) } };
  };

  const subscribe = (fields: string[]): GraphOutcome => {
    if (fields.length === 0 || fields.some((field) => !FIELDS.includes(field)))
      return wrong('The parameter subscribed_fields is required');
    isSubscribed = true;
    return { result: { success: true } };
  };

  /** With the token of the page `me` is the page. */
  const answer = (method: string, path: string, query: URLSearchParams, given: Given): GraphOutcome | null => {
    const [of, edge = ''] = path.split('/');
    if (of !== 'me' && of !== id) return null;
    const called = `${method} ${edge}`;
    if (called === 'GET ') return describe(query.get('fields'));
    if (called === 'POST messages') return send(given);
    if (called === 'POST subscribed_apps') return subscribe(query.get('subscribed_fields')?.split(',') ?? []);
    if (called !== 'DELETE subscribed_apps') return null;
    isSubscribed = false;
    return { result: { success: true } };
  };

  return {
    ...people,
    ...{ id, app, metaApp, tokenType: me.tokenType, answer },
    isSubscribed: () => isSubscribed,
    read: (person: string, watermark: number) => payload({ ...from(person), timestamp: now(), read: { watermark } }),
    delivered: (person: string, watermark: number) => payload({ ...from(person), delivery: { watermark } }),
    echo: (person: string, { id: mid, ref, text }: PageSent, appId = metaApp.id) =>
      payload({
        sender: { id },
        recipient: { id: person },
        timestamp: now(),
        message: { mid, is_echo: true, app_id: Number(appId), ...(ref ? { metadata: ref } : {}), text },
      }),
  };
}
