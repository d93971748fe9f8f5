import type { Report, Totals } from '@antiphon/contract/analytics';
import {
  formatDayAndHour,
  formatDuration,
  formatFullDay,
  formatHour,
  formatPercent,
  formatScore,
  formatShortDay,
} from '../../../ui/charts/chart-format.ts';
import { formatCount } from '../../../ui/format/format.ts';

export type Point = Report['points'][number];

/** Of nothing there is no share. */
export const shareOf = (part: number, all: number): number | null => (all === 0 ? null : part / all);

/** Under the axis and over the bar; hours of two days need the day as well. */
export function wordsOf(start: string, unit: Report['unit']): { label: string; title: string } {
  const date = new Date(start);
  if (unit === 'hour') return { label: formatHour(date), title: formatDayAndHour(date) };
  return { label: formatShortDay(date), title: formatFullDay(date) };
}

const KINDS = {
  count: formatCount,
  share: formatPercent,
  score: formatScore,
  duration: formatDuration,
};

export type Kind = keyof typeof KINDS;

/** One figure of a report beside that of the time before. `better` says which way is good news. */
export function compare(
  now: number | null,
  before: number | null,
  kind: Kind,
  better: 'up' | 'down' | null,
): {
  value: string | null;
  before: string | null;
  direction: 'up' | 'down' | 'same';
  /** What of that is read aloud: null where there was nothing before, and is something now. */
  said: 'up' | 'down' | 'same' | null;
  tone: 'good' | 'bad' | 'neutral';
} {
  const format = KINDS[kind];
  // What reads the same is the same, however it was rounded.
  const isSame = now === null || before === null || format(now) === format(before);
  // Of nothing there is no rise.
  const direction = isSame || before === 0 ? 'same' : now > before ? 'up' : 'down';
  const tone = better === null || direction === 'same' ? 'neutral' : direction === better ? 'good' : 'bad';
  return {
    value: now === null ? null : format(now),
    before: before === null ? null : format(before),
    direction,
    said: direction === 'same' && !isSame ? null : direction,
    tone,
  };
}

/** Figures of the first rows of tiles, each with how it is read. */
export const FIGURES = {
  conversations: { kind: 'count', better: 'up', read: (totals: Totals) => totals.conversations },
  messages: { kind: 'count', better: null, read: (totals: Totals) => totals.messages },
  resolved: { kind: 'share', better: 'up', read: (totals: Totals) => shareOf(totals.resolved, totals.ended) },
  handoffs: { kind: 'share', better: 'down', read: (totals: Totals) => shareOf(totals.handoffs, totals.conversations) },
  satisfied: {
    kind: 'share',
    better: 'up',
    read: (totals: Totals) => shareOf(totals.ratingsUp, totals.ratingsUp + totals.ratingsDown),
  },
  score: { kind: 'score', better: 'up', read: (totals: Totals) => shareOf(totals.stars, totals.ratings) },
  rated: { kind: 'share', better: 'up', read: (totals: Totals) => shareOf(totals.ratings, totals.conversations) },
  thumbs: {
    kind: 'share',
    better: 'up',
    read: (totals: Totals) => shareOf(totals.thumbsUp, totals.thumbsUp + totals.thumbsDown),
  },
  firstResponse: { kind: 'duration', better: 'down', read: (totals: Totals) => totals.firstResponseP50Ms },
  claim: { kind: 'duration', better: 'down', read: (totals: Totals) => totals.claimP50Ms },
  operatorMessages: { kind: 'count', better: null, read: (totals: Totals) => totals.operatorMessages },
  leads: { kind: 'count', better: 'up', read: (totals: Totals) => totals.leads },
  answered: {
    kind: 'share',
    better: 'up',
    read: (totals: Totals) => shareOf(totals.replies - totals.unknown, totals.replies),
  },
} as const satisfies Record<
  string,
  { kind: Kind; better: 'up' | 'down' | null; read: (totals: Totals) => number | null }
>;
export type FigureName = keyof typeof FIGURES;
