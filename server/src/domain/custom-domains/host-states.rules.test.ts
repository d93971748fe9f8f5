import { describe, expect, test } from 'vitest';
import { type AfterLook, afterLook, DAY_MS, type HostNow, type Looked, waitMs } from './host-states.rules.ts';

const HOUR_MS = 3_600_000;
const start = new Date('2026-03-01T00:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const host = (state: HostNow['state'], more: Partial<HostNow> = {}): HostNow => ({
  state,
  stateSince: start,
  failingSince: null,
  unpaidSince: null,
  ...more,
});
const right = { state: 'right', problem: null } as const;
const wrong = { state: 'wrong', problem: { code: 'records', params: {} } } as const;
const unknown = { state: 'unknown', problem: { code: 'no_answer', params: {} } } as const;
const look = (records: Looked['records'], probe: Looked['probe'] = null, isPaid = true): Looked => ({
  records,
  probe,
  isPaid,
});

describe('what becomes of a host by a look', () => {
  const bad = at(-72 * HOUR_MS);
  const cases: [string, HostNow, Looked, Partial<AfterLook>][] = [
    ['its records are there', host('unverified'), look(right), { state: 'issuing', isGood: true, problem: null }],
    ['they are not', host('unverified'), look(wrong), { state: 'unverified', problem: wrong.problem }],
    ['nobody answers', host('unverified'), look(unknown), { state: 'unverified', isGood: false }],
    ['there is no plan', host('unverified'), look(right, null, false), { state: 'unverified', unpaidSince: start }],
    ['https answers', host('issuing'), look(right, 'right'), { state: 'live', stateSince: start }],
    ['no certificate yet', host('issuing'), look(right, 'certificate'), { state: 'issuing', isGood: true }],
    ['its records went', host('issuing'), look(wrong), { state: 'issuing', isGood: false, problem: wrong.problem }],
    ['a bad look', host('live'), look(wrong, 'other'), { state: 'live', failingSince: start }],
    ['72 hours', host('failing', { failingSince: bad }), look(right, 'certificate'), { state: 'suspended' }],
    ['silence between two', host('live', { failingSince: bad }), look(right, 'certificate'), { state: 'failing' }],
    ['two within an hour', host('live', { failingSince: at(-HOUR_MS) }), look(wrong, 'other'), { state: 'failing' }],
    ['a good one', host('failing', { failingSince: bad }), look(null, 'right'), { state: 'live', failingSince: null }],
    ['no resolver', host('failing', { failingSince: bad }), look(unknown, 'unreachable'), { state: 'failing' }],
    ['no resolver', host('live'), look(unknown, 'unreachable'), { state: 'live', failingSince: null }],
    ['right again', host('suspended'), look(right), { state: 'issuing' }],
    ['30 days', host('suspended', { stateSince: at(-30 * DAY_MS) }), look(wrong), { isGone: true }],
    ['one minute less', host('suspended', { stateSince: at(60_000 - 30 * DAY_MS) }), look(wrong), { isGone: false }],
    [
      'the plan ended 14 days ago',
      host('live', { unpaidSince: at(-14 * DAY_MS) }),
      look(null, 'right', false),
      { state: 'suspended', problem: { code: 'no_plan', params: {} } },
    ],
  ];
  test.each(cases)('%s', (_what, before, looked, after) =>
    expect(afterLook(before, looked, start)).toMatchObject(after),
  );

  const waits: [HostNow, boolean, number, number | null][] = [
    [host('unverified'), false, 0, 60_000],
    [host('unverified'), true, 0, 5_000],
    [host('unverified'), false, HOUR_MS, 600_000],
    [host('unverified'), false, 48 * HOUR_MS, HOUR_MS],
    [host('unverified'), false, 7 * DAY_MS, 6 * HOUR_MS],
    [host('unverified'), true, 30 * DAY_MS, null],
    [host('issuing'), false, 0, 5_000],
    [host('issuing'), false, 120_000, 30_000],
    [host('issuing'), false, HOUR_MS, 600_000],
    [host('live'), true, 0, DAY_MS],
    [host('live', { failingSince: start }), false, 0, 900_000],
    [host('failing', { failingSince: start }), false, HOUR_MS, 900_000],
    [host('suspended'), false, 0, 6 * HOUR_MS],
  ];
  test.each(waits)('the next look at %j, watched: %s, after %i ms', (now, isWatched, afterMs, wait) =>
    expect(waitMs(now, isWatched, at(afterMs))).toBe(wait),
  );
});

/** Numbers that look random, the same ones for the same seed. */
function drawFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

type Step = { at: number; before: HostNow['state']; after: AfterLook; looked: Looked };
const isServed = (state: HostNow['state']) => state === 'issuing' || state === 'live' || state === 'failing';
const isBad = ({ probe, records }: Looked) =>
  probe !== null && probe !== 'right' && !(probe === 'unreachable' && records?.state === 'unknown');

/** A host through some months in which its records, its https, the name servers and the plan come and go. */
function live(seed: number): Step[] {
  const draw = drawFrom(seed);
  const world = { records: 0, probe: 0, isPaid: true };
  // To some much happens, to some little.
  const calm = 1 + draw(60);
  const steps: Step[] = [];
  let now: HostNow = host('unverified');
  for (let ms = 0; steps.length < 500; ) {
    if (draw(6 * calm) === 0) world.records = draw(3);
    if (draw(8 * calm) === 0) world.probe = draw(3);
    if (draw(25 * calm) === 0) world.isPaid = !world.isPaid;
    const records = [right, wrong, unknown][world.records] ?? right;
    const probe = (['right', 'other', 'unreachable'] as const)[world.probe] ?? 'right';
    const asks = now.state === 'live' || now.state === 'failing' || (now.state === 'issuing' && records === right);
    const looked = look(records, asks ? probe : null, world.isPaid);
    const after = afterLook(now, looked, at(ms));
    steps.push({ at: ms, before: now.state, after, looked });
    if (after.isGone) break;
    now = { ...after };
    // Nobody looks to the minute.
    ms += (waitMs(now, false, at(ms)) ?? DAY_MS) + draw(20 * 60_000);
  }
  return steps;
}

/** What the whole story of a host must keep to, told by its looks alone. */
function findFault(steps: readonly Step[]): string | null {
  let badSince: number | null = null;
  let unpaidSince: number | null = null;
  let suspendedSince = 0;
  for (const { at: ms, before, after, looked } of steps) {
    const { state } = after;
    if (before === 'live' || before === 'failing') {
      if (looked.probe === 'right') badSince = null;
      else if (isBad(looked)) badSince ??= ms;
    } else badSince = null;
    unpaidSince = looked.isPaid ? null : (unpaidSince ?? ms);
    const isUnpaid = unpaidSince !== null && ms - unpaidSince >= 14 * DAY_MS;
    const isOver = before === 'failing' && badSince !== null && isBad(looked) && ms - badSince >= 72 * HOUR_MS;
    if (isServed(before) && (isUnpaid || isOver) !== (state === 'suspended')) return `suspended wrongly at ${ms}`;
    if (!isServed(before) && isServed(state) && !(looked.isPaid && looked.records?.state === 'right'))
      return `served without proof or plan at ${ms}`;
    if (before !== 'live' && state === 'live' && looked.probe !== 'right') return `live without an answer at ${ms}`;
    const isSilent = looked.records?.state === 'unknown' && looked.probe !== 'right' && looked.probe !== 'other';
    if (isSilent && !isUnpaid && !after.isGone && state !== before) return `changed by silence at ${ms}`;
    if (before === 'live' && state === 'failing' && badSince === ms) return `failing by one look at ${ms}`;
    const isKeptOut = before === 'suspended' && state === 'suspended';
    if (after.isGone !== (isKeptOut && ms - suspendedSince >= 30 * DAY_MS)) return `let go wrongly at ${ms}`;
    if (before !== 'suspended') suspendedSince = ms;
  }
  return null;
}

// Planted: FAILING_MS of 71 hours, UNPAID_MS or KEPT_MS an hour more or less; a look that nobody answered counts as bad; no plan is asked for -> each is found.
test('10,000 hosts keep to the rules through all that happens to them', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const steps = live(seed);
    for (const { after } of steps) seen.add(after.isGone ? 'gone' : after.state);
    const fault = findFault(steps);
    if (fault) expect.fail(`host ${seed}: ${fault}`);
  }
  expect([...seen].sort()).toEqual(['failing', 'gone', 'issuing', 'live', 'suspended', 'unverified']);
});
