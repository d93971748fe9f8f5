import * as z from 'zod';
import type { MetaAppStandIn } from './meta-stand-in-app.ts';
import { digits, type GraphOutcome, type MetaObject, refused, wrong } from './meta-stand-in-hook.ts';
import {
  type MetaPeople,
  makeMetaPeople,
  parsed,
  quick_replies,
  type SentMedia,
  To,
  Upload,
} from './meta-stand-in-people.ts';

type Given = Record<string, unknown>;

const type = z.enum(['image', 'audio', 'video', 'file']);
/** https://developers.facebook.com/docs/messenger-platform/instagram/features/send-message: 1,000 bytes. */
const short = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= 1_000);
const Text = z.strictObject({ ...To, message: z.strictObject({ text: short, quick_replies }) });
const Media = z.strictObject({
  ...To,
  message: z.strictObject({
    attachment: z.strictObject({ type, payload: z.strictObject({ attachment_id: z.string() }) }),
  }),
});
const Uploaded = z.strictObject({
  platform: z.literal('instagram'),
  message: z.strictObject({
    attachment: z.strictObject({ type, payload: z.strictObject({ is_reusable: z.boolean().optional() }) }),
  }),
  filedata: Upload,
});

export type MetaInstagram = ReturnType<typeof makeMetaInstagram>;

/** A professional Instagram account, which is reached by the token of the page that it is connected to. */
export function makeMetaInstagram(me: {
  username: string;
  name: string;
  app: MetaAppStandIn;
  access: () => MetaObject['app'];
  isSubscribed: () => boolean;
  root: () => string;
  reach: (url: string) => string;
}) {
  const { username, name } = me;
  const id = digits(17);
  const uploaded = new Map<string, SentMedia>();
  const at = { id, object: 'instagram' as const, app: me.app, root: me.root, reach: me.reach };
  const people: MetaPeople = makeMetaPeople({ ...at, isSubscribed: me.isSubscribed });
  const { payload, from, now } = people;

  const upload = (given: Given): GraphOutcome => {
    const { data } = Uploaded.safeParse(given);
    if (!data) return wrong('Invalid parameter');
    if (data.message.attachment.type === 'image' && !/^image\/(?:jpeg|png)$/.test(data.filedata.type))
      return refused(100, '(#100) Upload attachment failure.', { subcode: 2018047 });
    const attachment = digits(16);
    uploaded.set(attachment, data.filedata);
    return { result: { attachment_id: attachment } };
  };

  const send = (given: Given): GraphOutcome => {
    const text = Text.safeParse(given).data;
    if (text)
      return people.take(given, {
        ...{ to: text.recipient.id, type: 'text', text: text.message.text, file: null, ref: '' },
        buttons: text.message.quick_replies ?? [],
      });
    const { attachment } = Media.safeParse(given).data?.message ?? {};
    const file = uploaded.get(attachment?.payload.attachment_id ?? '');
    if (!attachment || !file) return people.take(given, null);
    return people.take(given, {
      ...{ to: (given.recipient as { id: string }).id, type: attachment.type, text: '', file, ref: '', buttons: [] },
    });
  };

  return {
    ...people,
    ...{ id, username, name },
    get app() {
      return me.access();
    },
    /** Of what is the page's it takes what is for the people of Instagram. */
    answer(method: string, path: string, _query: URLSearchParams, asked: Given): GraphOutcome | null {
      const given = parsed(asked);
      if (method !== 'POST') return null;
      if (path === 'me/message_attachments' && given.platform === 'instagram') return upload(given);
      const isTheirs = people.knows((given.recipient as { id?: string } | undefined)?.id);
      return path === 'me/messages' && isTheirs ? send(given) : null;
    },
    seen: (person: string, mid: string) => payload({ ...from(person), timestamp: now(), read: { mid } }),
  };
}
