import { z } from 'zod';
import type { SentBytes } from './telegram-stand-in-methods.ts';

export type DiscordRefusal = {
  status: number;
  code: number;
  message: string;
  headers?: Record<string, string>;
  more?: object;
};

/** https://docs.discord.com/developers/components/reference#button; those of other styles have no id, or are for warnings. */
const Button = z.strictObject({
  type: z.literal(2),
  style: z.int().min(1).max(4),
  label: z.string().min(1).max(80),
  custom_id: z.string().min(1).max(100),
});
const Row = z.strictObject({ type: z.literal(1), components: z.array(Button).min(1).max(5) });
export const Rows = z
  .array(Row)
  .max(5)
  .refine((rows) => {
    const ids = rows.flatMap(({ components }) => components.map(({ custom_id }) => custom_id));
    return new Set(ids).size === ids.length;
  }, 'Component custom id cannot be duplicated');

/** What the bot sent, in its order. `pings`: whom Discord told of it. */
export type DiscordSent = {
  id: string;
  channel: string;
  content: string;
  file: SentBytes | null;
  nonce: string;
  flags: number;
  pings: string[];
  /** The rows of its buttons. */
  rows: DiscordButton[][];
};
type DiscordButton = z.infer<typeof Button>;

const EPOCH_MS = 1_420_070_400_000n;

let snowflakes = 0n;
/** Later ones are greater, as they are at Discord. */
export const newSnowflake = (at = Date.now()): string => {
  snowflakes += 1n;
  return (((BigInt(at) - EPOCH_MS) << 22n) | (snowflakes & 0x3f_ff_ffn)).toString();
};
