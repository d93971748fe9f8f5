import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HookCall, Wire } from '../../domain/channel-simulator/channel-simulator.ports.ts';
import type { ChannelAccount } from '../../domain/channels/channels.ports.ts';

const ROBIN = { id: '700000000000000142', username: 'robin', global_name: 'Robin' };
const CHANNEL = '710000000000000142';
/** https://docs.discord.com/developers/reference#snowflakes */
const EPOCH_MS = 1_420_070_400_000;
const HEADER = 'x-simulator-signature';

const signatureOf = ({ hookSecret }: ChannelAccount, body: Uint8Array | string) =>
  createHmac('sha256', hookSecret).update(body).digest();

/**
 * What Discord's gateway tells (https://docs.discord.com/developers/events/gateway-events). It calls no address; here each of its messages comes as a
 * call, with a signature of the simulator's own.
 */
export const discordWire: Wire = {
  thread: CHANNEL,
  told: [],
  hasClock: true,
  newId: (number, at) => String((BigInt(at.getTime() - EPOCH_MS) << 22n) + BigInt(number % 0x3f_ff_ff)),
  verify: ({ headers, body }, account) => {
    const given = Buffer.from(headers[HEADER] ?? '', 'hex');
    const own = signatureOf(account, body);
    return account.hookSecret !== '' && given.length === own.length && timingSafeEqual(given, own);
  },
  message: ({ account }, { id, number, text, choiceId }) => {
    if (choiceId === null) {
      const more = { attachments: [], mentions: [], embeds: [], pinned: false, tts: false };
      return told(account, number, 'MESSAGE_CREATE', {
        ...{ id, channel_id: CHANNEL, type: 0, content: text, author: ROBIN, ...more },
      });
    }
    const button = { type: 2, style: 2, label: text, custom_id: choiceId };
    return told(account, number, 'INTERACTION_CREATE', {
      ...{ id, token: 'simulated', type: 3, channel_id: CHANNEL, user: ROBIN },
      data: { component_type: 2, custom_id: choiceId },
      message: { components: [{ type: 1, components: [button] }] },
    });
  },
};

function told(account: ChannelAccount, s: number, t: string, d: object): HookCall {
  const body = JSON.stringify({ op: 0, s, t, d });
  const headers = { 'content-type': 'application/json', [HEADER]: signatureOf(account, body).toString('hex') };
  return { headers, body, search: '' };
}
