import type { Counts, Report } from '@antiphon/contract/analytics';
import type { Thumb } from '@antiphon/contract/events';
import fc from 'fast-check';

/** What happened in one conversation, as the figures should see it. Times in milliseconds. */
export type Happened = {
  agent: 0 | 1;
  startMs: number;
  isTest: boolean;
  /** Each is a question with its answer; none: the visitor opened the chat and said nothing. */
  turns: {
    question: string;
    afterMs: number;
    firstTokenMs: number;
    outcome: Outcome;
    cites: number[];
    thumb: Thumb['value'] | null;
  }[];
  /** After how long a person was asked for, and how long that took. */
  requestedAfterMs: number | null;
  claimedAfterMs: number | null;
  isEnded: boolean;
  rating: number | null;
  hasContact: boolean;
  country: string;
};
type Outcome = 'answered' | 'unknown' | 'smalltalk';

export const QUESTIONS = [
  'When do you open?',
  'Do you rent e-bikes',
  'WHEN do you  open!',
  'Can I pay by card?',
  'Wo?',
];

/** Around both changes of the clock in Europe and North America. */
const spring = fc.integer({ min: Date.UTC(2026, 2, 2), max: Date.UTC(2026, 3, 6) });
const autumn = fc.integer({ min: Date.UTC(2026, 9, 12), max: Date.UTC(2026, 10, 9) });
const turn = fc.record({
  question: fc.constantFrom(...QUESTIONS),
  afterMs: fc.integer({ min: 1_000, max: 300_000 }),
  firstTokenMs: fc.integer({ min: 40, max: 9_000 }),
  outcome: fc.constantFrom<Outcome>('answered', 'answered', 'unknown', 'smalltalk'),
  cites: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  thumb: fc.constantFrom<Thumb['value'] | null>(null, null, 'up', 'down'),
});
const someMs = fc.option(fc.integer({ min: 1_000, max: 900_000 }));

export const happenings = (count: number, seed: number): Happened[] =>
  fc.sample(
    fc.record({
      agent: fc.constantFrom<0 | 1>(0, 0, 1),
      startMs: fc.oneof(spring, autumn),
      isTest: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      turns: fc.array(turn, { maxLength: 3 }),
      requestedAfterMs: someMs,
      claimedAfterMs: someMs,
      isEnded: fc.boolean(),
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
      hasContact: fc.boolean(),
      country: fc.constantFrom('', 'DE', 'FR'),
    }),
    { numRuns: count, seed },
  );

const parts = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  return (ms: number) => {
    const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part.weekday ?? '');
    return { day: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour), weekday };
  };
};

const countsOf = (all: Happened[]): Counts => {
  const isHandedOver = (one: Happened) => one.requestedAfterMs !== null || one.claimedAfterMs !== null;
  const count = (which: (one: Happened) => boolean) => all.filter(which).length;
  const turns = all.flatMap((one) => one.turns);
  return {
    conversations: all.length,
    messages: turns.length,
    ended: count((one) => one.isEnded),
    resolved: count((one) => one.isEnded && !isHandedOver(one)),
    handoffs: count(isHandedOver),
    claimed: count((one) => one.claimedAfterMs !== null),
    ratingsUp: count((one) => (one.rating ?? 3) >= 4),
    ratingsDown: count((one) => (one.rating ?? 3) <= 2),
    ratings: count((one) => one.rating !== null),
    stars: all.reduce((sum, one) => sum + (one.rating ?? 0), 0),
    thumbsUp: turns.filter(({ thumb }) => thumb === 'up').length,
    thumbsDown: turns.filter(({ thumb }) => thumb === 'down').length,
    leads: count((one) => one.hasContact),
    unknown: turns.filter(({ outcome }) => outcome === 'unknown').length,
    replies: turns.length,
    operatorMessages: 0,
  };
};

/** The smallest value that so large a share is not above of. */
const percentile = (values: number[], share: number): number | null => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
};

export const startOf = (one: Happened) => one.startMs + (one.turns[0]?.afterMs ?? 0);

/** The report as the words of the contract say it, worked out one conversation at a time. Of ranges drawn by the day. */
export function modelOf(all: Happened[], range: { from: string; to: string; timeZone: string; agent?: 0 | 1 }) {
  const at = parts(range.timeZone);
  const isIn = (one: Happened, from: string, to: string) => {
    const { day } = at(startOf(one));
    return day >= from && day <= to;
  };
  const counted = all.filter(
    (one) => !one.isTest && one.turns.length > 0 && (range.agent === undefined || one.agent === range.agent),
  );
  const days = (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
  const shift = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
  const found = counted.filter((one) => isIn(one, range.from, range.to));
  const before = counted.filter((one) => isIn(one, shift(range.from, -days), shift(range.to, -days)));
  const totals = (some: Happened[]) => {
    const responses = some.map((one) => (one.turns[0]?.firstTokenMs ?? 0) + 30);
    const claims = some.flatMap(({ requestedAfterMs, claimedAfterMs }) =>
      requestedAfterMs !== null && claimedAfterMs !== null ? [claimedAfterMs] : [],
    );
    return {
      ...countsOf(some),
      firstResponseP50Ms: percentile(responses, 0.5),
      firstResponseP90Ms: percentile(responses, 0.9),
      claimP50Ms: percentile(claims, 0.5),
      claimP90Ms: percentile(claims, 0.9),
    };
  };
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const one of found) {
    const { weekday, hour } = at(startOf(one));
    const row = week[weekday] ?? [];
    row[hour] = (row[hour] ?? 0) + 1;
  }
  const points = Array.from({ length: days }, (_, n) => {
    const day = shift(range.from, n);
    return countsOf(found.filter((one) => at(startOf(one)).day === day));
  });
  const report: Pick<Report, 'totals' | 'previous' | 'hours'> = {
    totals: totals(found),
    previous: totals(before),
    hours: week,
  };
  return { report, points, found, asked: askedIn(counted, range, at) };
}

/** Questions are counted when they are asked, which may be another day than that of the conversation. */
function askedIn(
  counted: Happened[],
  range: { from: string; to: string },
  at: (ms: number) => { day: string },
): { asked: Map<string, number>; unknown: Map<string, number>; cited: Map<number, number> } {
  const asked = new Map<string, number>();
  const unknown = new Map<string, number>();
  const cited = new Map<number, number>();
  const more = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const one of counted) {
    let ms = one.startMs;
    for (const { question, afterMs, outcome, cites } of one.turns) {
      ms += afterMs;
      const { day } = at(ms);
      if (outcome === 'smalltalk' || day < range.from || day > range.to) continue;
      const key = question.toLowerCase().replace(/\W+/g, ' ').trim();
      more(asked, key);
      if (outcome === 'unknown') more(unknown, key);
      for (const cite of cites) more(cited, cite);
    }
  }
  return { asked, unknown, cited };
}
