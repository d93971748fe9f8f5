import type { Counts, Report, Totals } from '@antiphon/contract/analytics';
import type { Hour, Unit } from './time-stretches.rules.ts';

/** What began between `binMs` and the next bin, on one channel. */
export type Bin = Counts & { binMs: number; channel: string };

const NONE: Counts = {
  conversations: 0,
  messages: 0,
  ended: 0,
  resolved: 0,
  handoffs: 0,
  claimed: 0,
  ratingsUp: 0,
  ratingsDown: 0,
  ratings: 0,
  stars: 0,
  thumbsUp: 0,
  thumbsDown: 0,
  leads: 0,
  unknown: 0,
  replies: 0,
  operatorMessages: 0,
};
export type Times = Omit<Totals, keyof Counts>;

const NAMES = Object.keys(NONE) as (keyof Counts)[];

function add(sum: Counts, more: Counts) {
  for (const name of NAMES) sum[name] += more[name];
}

export function sumCounts(some: readonly Counts[]): Counts {
  const sum = { ...NONE };
  for (const one of some) add(sum, one);
  return sum;
}

/** The last hour that begins at `ms` or before. */
function hourAt(hours: readonly Hour[], ms: number): Hour | undefined {
  let low = 0;
  let high = hours.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((hours[middle] as Hour).startMs <= ms) low = middle;
    else high = middle - 1;
  }
  return hours[low];
}

/** Hours that are drawn as one point. */
const startsPoint = (unit: Unit, hour: Hour, before: Hour | undefined) =>
  !before || unit === 'hour' || (hour.day !== before.day && (unit === 'day' || hour.weekday === 0));

/** Bins folded into points of time, the week's hours, and channels; what there was nothing of is zero. */
export function foldBins(
  hours: readonly Hour[],
  bins: readonly Bin[],
  unit: Unit,
): Pick<Report, 'points' | 'hours' | 'channels'> {
  const points: Report['points'] = [];
  const pointOf = new Map<Hour, Report['points'][number]>();
  for (const [index, hour] of hours.entries()) {
    if (startsPoint(unit, hour, hours[index - 1]))
      points.push({ ...NONE, start: new Date(hour.startMs).toISOString() });
    pointOf.set(hour, points.at(-1) as Report['points'][number]);
  }
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  const channels = new Map<string, { channel: string; conversations: number; messages: number }>();
  for (const bin of bins) {
    const hour = hourAt(hours, bin.binMs);
    const point = hour && pointOf.get(hour);
    const row = hour && week[hour.weekday];
    if (!hour || !point || !row) continue;
    add(point, bin);
    row[hour.hour] = (row[hour.hour] ?? 0) + bin.conversations;
    const channel = channels.get(bin.channel) ?? { channel: bin.channel, conversations: 0, messages: 0 };
    channel.conversations += bin.conversations;
    channel.messages += bin.messages;
    channels.set(bin.channel, channel);
  }
  const byCount = [...channels.values()].sort((one, other) => other.conversations - one.conversations);
  return { points, hours: week, channels: byCount };
}
