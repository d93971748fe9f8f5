import { z } from 'zod';
import { AccountRefused, type Channel } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { withButtons } from '../shared/channel-text/with-buttons.ts';
import { readInstagramEvents } from './messenger-events.ts';
import { makePageChannel, messagingType, type PageChannelOptions } from './page-channel.ts';
import { formOf, wayOf } from './page-files.ts';
import { quickRepliesOf } from './quick-replies.ts';

/** In bytes: https://developers.facebook.com/docs/messenger-platform/instagram/features/send-message. Instagram shows no marks. */
const TEXT = { most: 1_000, measure: Buffer.byteLength, render: ({ text }: { text: string }) => text };
/** https://developers.facebook.com/documentation/business-messaging/instagram-messaging/webhooks: echoes come with `messages`. */
const FIELDS = ['messages', 'messaging_postbacks', 'messaging_seen'];
const PICTURES = ['image/png', 'image/jpeg'];

const Sent = z.object({ message_id: z.string() });
const Uploaded = z.object({ attachment_id: z.string() });

/** Messages of a professional Instagram account that is connected to a page, by that page's token. */
export function makeInstagram(options: PageChannelOptions): Channel {
  const asks = 'id,name,instagram_business_account{id,username,name}';
  const { shared, call, deadline, readPage } = makePageChannel({
    ...{ provider: 'Instagram', object: 'instagram', fields: FIELDS, asks, options },
  });

  return {
    ...shared,
    // https://developers.facebook.com/docs/messenger-platform/instagram/features/quick-replies: not shown on desktop.
    listsButtonsToo: true,
    plan: ({ text, sources, files, choices }) => [
      ...withButtons(
        fitText(toStyledText(text, sources), TEXT).map((part) => ({ kind: 'text' as const, text: part })),
        choices,
      ),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    parse: ({ body }, account) => readInstagramEvents(body, account),
    async identify(account) {
      const { page, hookUrl } = await readPage(account);
      const found = page.instagram_business_account;
      if (!found) throw new AccountRefused('instagramNone', 'token');
      const { id, username = id, name } = found;
      return { externalId: id, name: (name || username).slice(0, 200), handle: username.slice(0, 64), hookUrl };
    },
    async send(account, { thread, part, file, isLate }) {
      const signal = deadline();
      const to = { recipient: { id: thread }, ...messagingType(isLate) };
      const send = async (message: object) => {
        const asked = { account, method: 'POST', path: 'me/messages', result: Sent, signal, isSend: true } as const;
        return (await call({ ...asked, body: { ...to, message } })).message_id;
      };
      if (part.kind === 'text') return send({ text: part.text, ...quickRepliesOf(part.buttons) });
      if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
      // https://developers.facebook.com/docs/messenger-platform/instagram/features/upload-attachment
      const type = wayOf(file, PICTURES);
      const message = { attachment: { type, payload: { is_reusable: true } } };
      const form = formOf({ platform: 'instagram', message }, file);
      const path = 'me/message_attachments';
      const { attachment_id } = await call({ account, method: 'POST', path, form, result: Uploaded, signal });
      return send({ attachment: { type, payload: { attachment_id } } });
    },
  };
}
