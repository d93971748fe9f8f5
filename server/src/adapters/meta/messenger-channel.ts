import { z } from 'zod';
import type { Channel, SentFile } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { withButtons } from '../shared/channel-text/with-buttons.ts';
import { readMessengerEvents } from './messenger-events.ts';
import { makePageChannel, messagingType, type PageChannelOptions } from './page-channel.ts';
import { formOf, wayOf } from './page-files.ts';
import { quickRepliesOf } from './quick-replies.ts';

/** https://developers.facebook.com/docs/messenger-platform/reference/send-api. Messenger shows no marks. */
const TEXT = { most: 2_000, measure: (text: string) => text.length, render: ({ text }: { text: string }) => text };
/** https://developers.facebook.com/docs/messenger-platform/reference/webhook-events */
const FIELDS = ['messages', 'messaging_postbacks', 'message_deliveries', 'message_reads', 'message_echoes'];
const PICTURES = ['image/png', 'image/jpeg', 'image/gif'];

const Sent = z.object({ message_id: z.string() });

/** Messages of a page (https://developers.facebook.com/docs/messenger-platform). */
export function makeMessenger(options: PageChannelOptions): Channel {
  const { shared, call, deadline, readPage } = makePageChannel({
    ...{ provider: 'Messenger', object: 'page', fields: FIELDS, asks: 'id,name,username', options },
  });

  return {
    ...shared,
    plan: ({ text, sources, files, choices }) => [
      ...withButtons(
        fitText(toStyledText(text, sources), TEXT).map((part) => ({ kind: 'text' as const, text: part })),
        choices,
      ),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    parse: ({ body }, account) => readMessengerEvents(body, account),
    async identify(account) {
      const { page, hookUrl } = await readPage(account);
      const { id, name, username } = page;
      return { externalId: id, name: name.slice(0, 200), handle: (username ?? id).slice(0, 64), hookUrl };
    },
    async send(account, { thread, part, file, ref, isLate }) {
      const to = { recipient: { id: thread }, ...messagingType(isLate) };
      const message =
        part.kind === 'text'
          ? { text: part.text, metadata: ref, ...quickRepliesOf(part.buttons) }
          : attachmentOf(file, ref);
      const given = file ? { form: formOf({ ...to, message }, file) } : { body: { ...to, message } };
      const asked = { account, method: 'POST', path: 'me/messages', result: Sent, isSend: true } as const;
      return (await call({ ...asked, ...given, signal: deadline() })).message_id;
    },
  };
}

function attachmentOf(file: SentFile | null, ref: string) {
  if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
  return { attachment: { type: wayOf(file, PICTURES), payload: {} }, metadata: ref };
}
