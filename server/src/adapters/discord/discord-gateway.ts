import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { ChannelAccount, Following } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { type DiscordApi, VERSION } from './discord-api.ts';
import { followSession } from './discord-session.ts';

const Start = z.object({
  url: z.string(),
  session_start_limit: z.object({ remaining: z.int(), reset_after: z.number().min(0) }),
});

/**
 * Direct messages, and those of servers (https://docs.discord.com/developers/events/gateway#list-of-intents): neither is privileged, and what is for us
 * is told whole by both. Always the same, for other ones would need another session, and what is told between two is lost.
 */
const INTENTS = (1 << 12) | (1 << 9);
/** Of a thousand sessions a day so many are left to people: with the last one Discord takes the token away. */
const STARTS_KEPT = 50;
const HOUR_MS = 3_600_000;
const ASK_MS = 9_500;
/** https://docs.discord.com/developers/events/gateway-events#invalid-session used to ask for 1 to 5 seconds; sessions begin 5 seconds apart. */
const INVALID_WAIT_MS = { least: 1_000, more: 4_500 };

/**
 * One connection to Discord's gateway (https://docs.discord.com/developers/events/gateway), from its beginning to its end. It goes on with the
 * session whose place is given, and begins another one only where there is none, for the number of those is limited.
 */
export function makeDiscordGateway({ api, baseUrl }: { api: DiscordApi; baseUrl: string }) {
  const root = new URL(baseUrl);

  /** Tokens go there: to Discord, or where its stand-in is. */
  const isGateway = (address: string) => {
    const { protocol, hostname } = URL.parse(address) ?? {};
    if (root.protocol === 'http:') return protocol === 'ws:' && hostname === root.hostname;
    return protocol === 'wss:' && /(?:^|\.)discord\.gg$/.test(hostname ?? '');
  };
  const addressOf = (url: string) => {
    if (!isGateway(url)) throw new VendorFailure('unreachable', 'Discord named a gateway of somebody else.');
    return `${url.replace(/\/+$/, '')}/?v=${VERSION}&encoding=json`;
  };
  const askStart = ({ token }: ChannelAccount, signal: AbortSignal) =>
    api.call({
      token,
      path: 'gateway/bot',
      result: Start,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]),
    });

  return {
    async follow(account: ChannelAccount, following: Following): Promise<void> {
      const { place, signal } = following;
      const isResumed = place.id !== '' && isGateway(place.url);
      const live = (url: string) =>
        followSession({
          ...{ ...following, url: addressOf(url), account, intents: INTENTS, isResumed, isGateway },
          answerPress: api.answerPress,
        });
      const end = isResumed ? await live(place.url) : 'nobody';
      if (end === 'nobody') {
        // Nobody answers where the session was: it is gone on with where they all begin.
        const { url, session_start_limit: left } = await askStart(account, signal);
        if (!isResumed && left.remaining <= STARTS_KEPT)
          throw new VendorFailure('rate_limited', 'No sessions are left for today.', left.reset_after || HOUR_MS);
        if ((await live(url)) === 'nobody') throw new VendorFailure('unreachable', 'The gateway could not be reached.');
        return;
      }
      if (end === 'invalid')
        await wait(INVALID_WAIT_MS.least + Math.random() * INVALID_WAIT_MS.more, undefined, { signal }).catch(() => {});
    },
  };
}
