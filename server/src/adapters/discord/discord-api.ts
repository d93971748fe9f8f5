import { FormData } from 'undici';
import type { z } from 'zod';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeCallProvider } from '../shared/channel-http/call-provider.ts';
import { refusalOf } from './discord-failures.ts';
import { makeDiscordPace } from './discord-pace.ts';

/** https://docs.discord.com/developers/reference#api-versioning: the gateway has the same. */
export const VERSION = 10;
/** Where files of messages are. Their addresses open them; nobody gets a token. */
const FILE_HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
const DEFERRED_UPDATE_MESSAGE = 6;
const PRESS_MS = 3_000;

type Call<Schema extends z.ZodType> = {
  token: string;
  method?: 'GET' | 'POST';
  path: string;
  /** A file goes as a form, everything else as JSON. */
  given?: Record<string, unknown> | FormData;
  result: Schema;
  signal: AbortSignal;
  isSend?: boolean;
};
/** How Discord is told that the press of a button arrived. */
export type DiscordPress = { id: string; token: string };
type Load = { url: string; bytesMax: number; signal: AbortSignal };

export type DiscordApi = ReturnType<typeof makeDiscordApi>;

/** Requests of https://docs.discord.com/developers/reference. `contact`: who calls, as Discord wants to be told. */
export function makeDiscordApi({ baseUrl, contact }: { baseUrl: string; contact: string }) {
  const callProvider = makeCallProvider('Discord');
  const pace = makeDiscordPace();
  const root = baseUrl.replace(/\/+$/, '');
  const agent = { 'user-agent': `DiscordBot (${contact}, ${VERSION})` };

  return {
    async call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>> {
      const { token, method = 'GET', path, given, result, signal, isSend = false } = call;
      const route = `${token} ${method} ${path}`;
      await pace.wait(route, signal);
      const isForm = given instanceof FormData;
      const asked = {
        url: `${root}/v${VERSION}/${path}`,
        method,
        headers: {
          ...agent,
          authorization: `Bot ${usable(token)}`,
          ...(given && !isForm ? { 'content-type': 'application/json' } : {}),
        },
        ...(given ? { body: isForm ? given : JSON.stringify(given) } : {}),
        signal,
        isSend,
      };
      return callProvider(asked, ({ status, headers, json }) => {
        pace.note(route, headers);
        if (status >= 300) throw refusalOf(status, json, headers);
        return result.parse(json);
      });
    },
    /**
     * Within three seconds, else who pressed is told that it failed. The address is for this one press, so that it needs no token and no pace
     * (https://docs.discord.com/developers/interactions/receiving-and-responding#responding-to-an-interaction).
     */
    answerPress({ id, token }: DiscordPress): Promise<void> {
      const asked = {
        url: `${root}/v${VERSION}/interactions/${id}/${encodeURIComponent(token)}/callback`,
        method: 'POST',
        headers: { ...agent, 'content-type': 'application/json' },
        body: JSON.stringify({ type: DEFERRED_UPDATE_MESSAGE }),
        signal: AbortSignal.timeout(PRESS_MS),
      } as const;
      return callProvider(asked, ({ status, headers, json }) => {
        if (status >= 300) throw refusalOf(status, json, headers);
      });
    },
    /** A file of a message. */
    async load({ url, bytesMax, signal }: Load): Promise<Uint8Array<ArrayBuffer>> {
      if (!isOfDiscord(url, root)) throw new VendorFailure('invalid', 'Discord named a file of somebody else.');
      return callProvider({ url, headers: agent, bytesMax, signal }, ({ status, headers, bytes, json }) => {
        // Addresses end after a day.
        if (status === 403 || status === 404)
          throw new VendorFailure('invalid', 'Discord does not have this file any more.');
        if (status !== 200) throw refusalOf(status, json, headers);
        if (bytes === null) throw new VendorFailure('invalid', 'This file is too large.');
        return bytes;
      });
    },
  };
}

/** It becomes a header: what has another form is no token. */
function usable(token: string): string {
  if (!/^[\w-]{10,80}\.[\w-]{4,20}\.[\w-]{20,120}$/.test(token))
    throw new VendorFailure('unauthorized', 'This is not a token of a bot.');
  return token;
}

function isOfDiscord(url: string, root: string): boolean {
  const { protocol, hostname, origin } = URL.parse(url) ?? {};
  return origin === new URL(root).origin || (protocol === 'https:' && FILE_HOSTS.has(hostname ?? ''));
}
