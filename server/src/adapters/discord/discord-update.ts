import { z } from 'zod';
import { toldText } from '../shared/channel-http/told-text.ts';

/** What we read of https://docs.discord.com/developers/events/gateway-events. A field of another type is as one that is not there. */

export const Payload = z.object({
  op: z.int(),
  d: z.unknown().optional(),
  s: z.int().min(0).nullable().optional().catch(null),
  t: z.string().nullable().optional().catch(null),
});

export const Hello = z.object({ heartbeat_interval: z.number().positive() });
export const Ready = z.object({
  session_id: z.string().regex(/^[\w-]{1,200}$/),
  resume_gateway_url: z.string().max(300),
});

const Snowflake = z.string().regex(/^\d{1,20}$/);
const Named = z.object({ id: Snowflake, username: toldText(64), global_name: toldText(64) });
const Attachment = z
  .object({
    filename: toldText(200),
    content_type: z
      .string()
      .max(200)
      .transform((type) => /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].toLowerCase())
      .optional()
      .catch(undefined),
    size: z.int().min(0).optional().catch(undefined),
    url: z
      .string()
      .max(2_000)
      .regex(/^https?:[\x21-\x7e]+$/),
  })
  .optional()
  .catch(undefined);
export type DiscordAttachment = NonNullable<z.infer<typeof Attachment>>;

const listOf = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess((list) => (Array.isArray(list) ? list.slice(0, most) : []), z.array(item));

/** What is not one of ours is as one that is not there. */
const Button = z.object({ custom_id: z.string().max(100), label: toldText(80) });
const Row = z.object({ components: listOf(Button.optional().catch(undefined), 5) });

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object: of a button of a message. */
export const Press = z.object({
  id: Snowflake,
  token: z.string().min(1).max(500),
  type: z.literal(3),
  data: z.object({ component_type: z.literal(2), custom_id: z.string().regex(/^[\w/]{1,100}$/) }),
  channel_id: Snowflake,
  guild_id: Snowflake.optional(),
  /** On a server, where it stands in place of `user`. */
  member: z
    .object({ nick: toldText(64), user: Named })
    .optional()
    .catch(undefined),
  user: Named.optional().catch(undefined),
  message: z.object({ components: listOf(Row.optional().catch(undefined), 5) }),
  locale: toldText(35),
});

export const Message = z.object({
  id: Snowflake,
  channel_id: Snowflake,
  /** Of the server; a direct message has none. */
  guild_id: Snowflake.optional(),
  type: z.int(),
  content: toldText(4_000),
  author: Named.extend({
    bot: z.boolean().optional().catch(undefined),
    system: z.boolean().optional().catch(undefined),
  }),
  member: z
    .object({ nick: toldText(64) })
    .optional()
    .catch(undefined),
  webhook_id: z.unknown().optional(),
  mentions: listOf(Named.optional().catch(undefined), 100),
  attachments: listOf(Attachment, 10),
  sticker_items: listOf(z.unknown(), 3),
  poll: z.unknown().optional(),
  message_snapshots: listOf(z.unknown(), 1),
});
export type DiscordMessage = z.infer<typeof Message>;
