import type { HostProblem, HostState } from '@antiphon/contract/agency-hosts';
import type { ProbeResult } from '../dns/dns.ports.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** So long a host is served that does not answer for itself any more. */
export const FAILING_MS = 72 * HOUR_MS;
/** So long after the paid plan has ended. */
export const UNPAID_MS = 14 * DAY_MS;
/** So long a suspended host is kept for its agency, and one that was never found is looked at by itself. */
export const KEPT_MS = 30 * DAY_MS;

export type HostNow = {
  state: HostState;
  stateSince: Date;
  failingSince: Date | null;
  unpaidSince: Date | null;
};

/**
 * What a look found. `records`: `right` where the proof is there, the host leads here, and a certificate may be ordered;
 * `unknown` where nobody could say. `probe`: null where nobody asked.
 */
export type Looked = {
  isPaid: boolean;
  records: { state: 'right' | 'wrong' | 'unknown'; problem: HostProblem | null } | null;
  probe: ProbeResult | null;
};

export type AfterLook = HostNow & { problem: HostProblem | null; isGood: boolean; isGone: boolean };

const problem = (code: HostProblem['code']): HostProblem => ({ code, params: {} });
const PROBED = { other: 'other_site', certificate: 'certificate', unreachable: 'unreachable' } as const;
const SERVED: readonly HostState[] = ['issuing', 'live', 'failing'];

/** What becomes of a host by a look. Where nobody could say how it is, it stays what it was. */
export function afterLook(host: HostNow, looked: Looked, now: Date): AfterLook {
  const unpaidSince = looked.isPaid ? null : (host.unpaidSince ?? now);
  const same: AfterLook = { ...host, unpaidSince, problem: null, isGood: false, isGone: false };
  const become = (state: HostState, more: Partial<AfterLook> = {}): AfterLook =>
    state === host.state ? { ...same, ...more } : { ...same, state, stateSince: now, ...more };
  const isUnpaid = unpaidSince !== null && now.getTime() - unpaidSince.getTime() >= UNPAID_MS;
  if (SERVED.includes(host.state) && isUnpaid)
    return become('suspended', { failingSince: null, problem: problem('no_plan') });
  if (host.state === 'live' || host.state === 'failing') return afterProbe(host, looked, now, become);
  const { records, probe } = looked;
  const isRight = records?.state === 'right';
  if (host.state === 'issuing') {
    if (probe === 'right') return become('live', { isGood: isRight, failingSince: null });
    const why = isRight && probe ? problem(PROBED[probe]) : (records?.problem ?? null);
    return { ...same, isGood: isRight, problem: why };
  }
  if (isRight && looked.isPaid) return become('issuing', { isGood: true, failingSince: null });
  const isOver = host.state === 'suspended' && now.getTime() - host.stateSince.getTime() >= KEPT_MS;
  const why = looked.isPaid ? (records?.problem ?? null) : problem('no_plan');
  return { ...same, problem: why, isGone: isOver };
}

/** Https alone counts, as a proxy of theirs may stand before it, unless what keeps us from asking is that no name is answered. */
function afterProbe(
  host: HostNow,
  { records, probe }: Looked,
  now: Date,
  become: (state: HostState, more?: Partial<AfterLook>) => AfterLook,
): AfterLook {
  if (probe === 'right') return become('live', { failingSince: null, isGood: true });
  if (probe === null || (probe === 'unreachable' && records?.state === 'unknown'))
    return become(host.state, { problem: records?.problem ?? null });
  const why = (records?.state === 'wrong' ? records.problem : null) ?? problem(PROBED[probe]);
  const { failingSince } = host;
  if (failingSince === null) return become('live', { failingSince: now, problem: why });
  // Of silence nothing is known, however long: the second bad look is a warning first.
  const isOver = host.state === 'failing' && now.getTime() - failingSince.getTime() >= FAILING_MS;
  return become(isOver ? 'suspended' : 'failing', { failingSince, problem: why });
}

/** How long after this look the next one is, by how long it has its state; null: when somebody asks. */
export function waitMs(host: HostNow, isWatched: boolean, now: Date): number | null {
  const { state, failingSince, stateSince } = host;
  if (state === 'live') return failingSince === null ? DAY_MS : 15 * MINUTE_MS;
  const ageMs = now.getTime() - stateSince.getTime();
  const wait = waitOf(state, ageMs);
  return isWatched && wait !== null ? Math.min(wait, 5 * SECOND_MS) : wait;
}

function waitOf(state: HostState, ageMs: number): number | null {
  if (state === 'failing') return 15 * MINUTE_MS;
  if (state === 'suspended') return 6 * HOUR_MS;
  if (state === 'issuing') {
    if (ageMs < 2 * MINUTE_MS) return 5 * SECOND_MS;
    return ageMs < HOUR_MS ? 30 * SECOND_MS : 10 * MINUTE_MS;
  }
  if (ageMs < HOUR_MS) return MINUTE_MS;
  if (ageMs < 2 * DAY_MS) return 10 * MINUTE_MS;
  if (ageMs < 7 * DAY_MS) return HOUR_MS;
  return ageMs < KEPT_MS ? 6 * HOUR_MS : null;
}
