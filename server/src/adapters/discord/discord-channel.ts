import { createHash } from 'node:crypto';
import { FormData } from 'undici';
import { z } from 'zod';
import type { Channel, SentFile } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { fitText } from '../shared/channel-text/fit-text.ts';
import { toStyledText } from '../shared/channel-text/styled-markup.ts';
import { withButtons } from '../shared/channel-text/with-buttons.ts';
import { makeDiscordApi } from './discord-api.ts';
import { areDiscordButtons, componentsOf } from './discord-buttons.ts';
import { readDiscordDispatch } from './discord-events.ts';
import { makeDiscordGateway } from './discord-gateway.ts';
import { renderDiscord } from './discord-marks.ts';

const WHOLE_MS = 9_500;
/** https://docs.discord.com/developers/resources/message#create-message: 2,000, of which the name of whom it is for takes some on servers. */
const TEXT = { most: 1_975, measure: (text: string) => text.length, render: renderDiscord };
/** No previews of the pages that are named as sources. */
const SUPPRESS_EMBEDS = 1 << 2;

const Me = z.object({ id: z.string(), username: z.string(), discriminator: z.string().default('0') });
const Application = z.object({ id: z.string(), name: z.string() });
const Sent = z.object({ id: z.string() });
const Done = z.unknown();

export type DiscordOptions = { baseUrl: string; contact: string; wholeMs?: number };

/** A bot of Discord's API v10 (https://docs.discord.com/developers/reference): its gateway tells what people write, and calls answer them. */
export function makeDiscord({ baseUrl, contact, wholeMs = WHOLE_MS }: DiscordOptions): Channel {
  const api = makeDiscordApi({ baseUrl, contact });
  const { call, load } = api;
  const gateway = makeDiscordGateway({ api, baseUrl });
  /** All requests of one call end within the same ten seconds. */
  const deadline = () => AbortSignal.timeout(wholeMs);

  return {
    windowHours: null,
    hasServers: true,
    takesButtons: areDiscordButtons,
    plan: ({ text, sources, files, choices }) => [
      ...withButtons(
        fitText(toStyledText(text, sources), TEXT).map((part) => ({ kind: 'text' as const, text: part })),
        choices,
      ),
      ...files.map(({ id, name, type }) => ({ kind: 'file' as const, fileId: id, name, type })),
    ],
    // Nobody calls us: what a call told would be one message of the gateway.
    verify: () => false,
    parse: ({ body }, account) => readDiscordDispatch(body, account),
    async identify({ token }) {
      const signal = deadline();
      const me = await call({ token, path: 'users/@me', result: Me, signal });
      const { id, name } = await call({ token, path: 'applications/@me', result: Application, signal });
      const handle = me.discriminator === '0' ? me.username : `${me.username}#${me.discriminator}`;
      return {
        externalId: me.id,
        accountId: id,
        name: name.slice(0, 200),
        handle: handle.slice(0, 64),
        hookUrl: '',
      };
    },
    async listen() {},
    async leave() {},
    follow: gateway.follow,
    async send({ token }, { thread, part, file, ref }) {
      const { channel, person } = placeOf(thread);
      const plain = {
        // Sent again under the same one it is the same message.
        nonce: nonceOf(ref),
        enforce_nonce: true,
        allowed_mentions: { parse: [] },
        flags: SUPPRESS_EMBEDS,
      };
      const asked = {
        token,
        path: `channels/${channel}/messages`,
        method: 'POST',
        result: Sent,
        isSend: true,
      } as const;
      if (part.kind === 'text') {
        const content = person !== '' && isFirst(ref) ? `<@${person}> ${part.text}` : part.text;
        const below = part.buttons ? { components: componentsOf(part.buttons, person) } : {};
        return (await call({ ...asked, given: { ...plain, content, ...below }, signal: deadline() })).id;
      }
      if (!file) throw new VendorFailure('invalid', 'There is no file to be sent.');
      return (await call({ ...asked, given: formOf(plain, file), signal: deadline() })).id;
    },
    async showTyping({ token }, thread) {
      const path = `channels/${placeOf(thread).channel}/typing`;
      await call({ token, path, method: 'POST', result: Done, signal: deadline() });
    },
    async loadMedia(_account, { ref, name, type }, maxBytes) {
      return { name, type, bytes: await load({ url: ref, bytesMax: maxBytes, signal: deadline() }) };
    },
  };
}

/** A person in a channel of a server is a thread of their own; alone with the bot they are the channel. */
function placeOf(thread: string): { channel: string; person: string } {
  const [, channel, person = ''] = /^(\d{1,20})(?:\/(\d{1,20}))?$/.exec(thread) ?? [];
  if (!channel) throw new VendorFailure('invalid', 'This is no channel of Discord.');
  return { channel, person };
}

const isFirst = (ref: string) => ref.endsWith(':0');

/** 25 signs at most. */
const nonceOf = (ref: string) => createHash('sha256').update(ref).digest('base64url').slice(0, 24);

/** https://docs.discord.com/developers/reference#uploading-files */
function formOf(given: object, { name, type, bytes }: SentFile): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify({ ...given, attachments: [{ id: 0, filename: name }] }));
  form.set('files[0]', new Blob([bytes], { type }), name);
  return form;
}
