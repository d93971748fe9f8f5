import { RANGE_DAYS_MAX } from '@antiphon/contract/analytics-ranges';

export const presets = ['today', '7d', '28d', '90d'] as const;
export type Preset = (typeof presets)[number];

/** What the address says: a preset, or days of the person's own calendar, both included. */
export type RangeSearch = { range?: string | undefined; from?: string | undefined; to?: string | undefined };
export type Days = { from: string; to: string };

const daysOf: Record<Preset, number> = { today: 1, '7d': 7, '28d': 28, '90d': 90 };
const usual: Preset = '28d';

/** Where the person is. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const two = (value: number) => String(value).padStart(2, '0');

/** The day, where the person is, `later` days after `now`. */
export function dayAfter(now: Date, later: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const isDay = (day: string | undefined): day is string =>
  day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;

export type RangeFault = 'backwards' | 'long' | 'incomplete';

export function findFault({ from, to }: RangeSearch): RangeFault | null {
  if (!isDay(from) || !isDay(to)) return 'incomplete';
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) return 'backwards';
  return days > RANGE_DAYS_MAX ? 'long' : null;
}

/** `custom` where the address names two days that make a range; what is no preset is the usual one. */
export function readRange(search: RangeSearch, now: Date): { choice: Preset | 'custom'; days: Days } {
  const { from, to } = search;
  if (findFault(search) === null && from && to) return { choice: 'custom', days: { from, to } };
  const choice = presets.find((preset) => preset === search.range) ?? usual;
  return { choice, days: { from: dayAfter(now, 1 - daysOf[choice]), to: dayAfter(now, 0) } };
}
