import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type DiscordRefusal, type DiscordSent, newSnowflake } from './discord-stand-in-parts.ts';

const Callback = z.strictObject({ type: z.literal(6) });
const ANSWER_MS = 3_000;

type Bot = {
  applicationId: string;
  bot: object;
  namedOf: (person: string) => object;
  serverOf: (channel: string) => string | undefined;
  /** The last message of a channel that has buttons. */
  lastOf: (channel: string) => DiscordSent | undefined;
};

/** Presses of buttons, after https://docs.discord.com/developers/interactions/receiving-and-responding: each is answered once, within three seconds. */
export function makeDiscordPresses({ applicationId, bot, namedOf, serverOf, lastOf }: Bot) {
  const open = new Map<string, { token: string; at: number; isAnswered: boolean }>();

  return {
    /** As `INTERACTION_CREATE` tells it. */
    press(person: string, label: string, channel: string): { id: string } & Record<string, unknown> {
      const message = lastOf(channel);
      const button = message?.rows.flat().find((one) => one.label === label);
      if (!message || !button) throw new Error(`There is no button ${label}.`);
      const id = newSnowflake();
      const token = randomBytes(60).toString('base64url');
      open.set(id, { token, at: Date.now(), isAnswered: false });
      const server = serverOf(channel);
      const user = { id: person, ...namedOf(person), avatar: null, discriminator: '0', public_flags: 0 };
      const by = server ? { guild_id: server, member: { user, nick: null, roles: [], permissions: '0' } } : { user };
      const components = message.rows.map((row, at) => ({
        ...{ type: 1, id: at + 1 },
        components: row.map((one, number) => ({ ...one, id: 10 * (at + 1) + number })),
      }));
      return {
        ...{ id, application_id: applicationId, type: 3, token, version: 1, locale: 'en-GB', ...by },
        ...{ channel_id: channel, channel: { id: channel, type: server ? 0 : 1 }, context: server ? 0 : 1 },
        data: { component_type: 2, custom_id: button.custom_id, id: 10 },
        message: { id: message.id, channel_id: channel, content: message.content, author: bot, type: 0, components },
        ...{ entitlements: [], authorizing_integration_owners: {}, attachment_size_limit: 10_485_760 },
      };
    },
    /** Null where the press is none of this bot's. */
    acknowledge(id: string, token: string, given: Record<string, unknown>): DiscordRefusal | 'done' | null {
      const pressed = open.get(id);
      if (pressed?.token !== token) return null;
      if (Date.now() - pressed.at > ANSWER_MS) return { status: 404, code: 10062, message: 'Unknown interaction' };
      if (!Callback.safeParse(given).success) return { status: 400, code: 50035, message: 'Invalid Form Body' };
      if (pressed.isAnswered)
        return { status: 400, code: 40060, message: 'Interaction has already been acknowledged.' };
      pressed.isAnswered = true;
      return 'done';
    },
    missed: () => [...open.values()].filter(({ isAnswered }) => !isAnswered).length,
  };
}
