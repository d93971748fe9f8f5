import type { SpokenTurn, Trace } from '@antiphon/contract/conversations';

const spokenStages = ['uplink', 'endOfTurn', 'wait', 'firstClause', 'speech', 'play'] as const;

export type WaterfallRow = {
  what: { stage: 'waiting' | 'finding' | 'firstWord' | 'writing' | (typeof spokenStages)[number] } | { call: string };
  ms: number;
  /** Where its bar begins and how long it is, of the whole, 0 to 100. */
  from: number;
  percent: number;
};

/**
 * What took time for a reply, in the order in which it began. `firstTokenMs` and `modelMs` both count from the call of the model, so
 * that the writing is what lies between them. Calls of functions lie where they were made, within the other stages; without a time, as of
 * replies of an earlier release, they are left out.
 */
export function waterfallRows({
  stages,
  begunAt,
  spans = [],
}: Pick<Trace, 'stages' | 'begunAt' | 'spans'>): WaterfallRow[] {
  const { waitMs, retrieveMs, firstTokenMs, modelMs } = stages;
  const first = Math.min(firstTokenMs, modelMs);
  const searched = waitMs + retrieveMs;
  const begun = begunAt === undefined ? Number.NaN : Date.parse(begunAt);
  const parts = [
    { what: { stage: 'waiting' as const }, at: 0, ms: waitMs },
    { what: { stage: 'finding' as const }, at: waitMs, ms: retrieveMs },
    { what: { stage: 'firstWord' as const }, at: searched, ms: first },
    { what: { stage: 'writing' as const }, at: searched + first, ms: Math.max(0, modelMs - first) },
    ...spans.flatMap((span) => {
      const at = span.kind === 'function' && span.startedAt ? Date.parse(span.startedAt) - begun : Number.NaN;
      return span.kind === 'function' && Number.isFinite(at)
        ? [{ what: { call: span.name }, at: Math.max(0, at), ms: span.ms }]
        : [];
    }),
  ].toSorted((one, other) => one.at - other.at);
  const whole = Math.max(...parts.map(({ at, ms }) => at + ms));
  const share = (ms: number) => (whole === 0 ? 0 : (ms / whole) * 100);
  return parts.map(({ what, at, ms }) => ({ what, ms, from: share(at), percent: share(ms) }));
}

/** What a caller waited for, one after the other. What is not known of a turn is left out. */
export function spokenRows(spoken: SpokenTurn): WaterfallRow[] {
  let at = 0;
  return spokenStages.flatMap((stage) => {
    const ms = spoken[`${stage}Ms`];
    if (ms === undefined) return [];
    const share = (part: number) => (spoken.totalMs === 0 ? 0 : (part / spoken.totalMs) * 100);
    const row = { what: { stage }, ms, from: share(at), percent: share(ms) };
    at += ms;
    return [row];
  });
}
