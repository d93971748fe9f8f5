import type { SendingDomainStatus } from '@antiphon/contract/sending-domains';
import { readTypedName, type TypedName } from '../dns/typed-names.rules.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** So long a record may be missing before it is given up. */
export const PATIENCE_MS = 3 * DAY_MS;
/** After a refused mail: who looks at once finds the same records, and the next mail is refused again. */
export const REFUSED_MS = 10 * MINUTE_MS;

/** So many checks, so far apart. */
const WAITS = [
  [6, 10 * SECOND_MS],
  [10, 30 * SECOND_MS],
  [15, 2 * MINUTE_MS],
] as const;

/** How long after this check the next one is; null: when somebody asks. `checks` and `ageMs` count from when it got its status. */
export function waitMs(status: SendingDomainStatus, checks: number, ageMs: number): number | null {
  if (status === 'failure') return null;
  if (status === 'verified') return DAY_MS;
  let left = checks;
  for (const [times, wait] of WAITS) {
    if (left < times) return wait;
    left -= times;
  }
  return ageMs < PATIENCE_MS ? 10 * MINUTE_MS : DAY_MS;
}

/** What a check makes of a domain that somebody asked to verify. One that nobody asked for stays as it is. */
export function statusAfter(
  status: SendingDomainStatus,
  { isVerified, hasFailed }: { isVerified: boolean; hasFailed: boolean },
  ageMs: number,
): SendingDomainStatus {
  if (status === 'not_started' || status === 'failure') return status;
  if (isVerified) return 'verified';
  if (status === 'verified') return 'temporary_failure';
  return hasFailed || ageMs >= PATIENCE_MS ? 'failure' : status;
}

const LABEL = /^[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name of a record beside it is longer. */
const NAME_CHARS_MAX = 240;

/** As the name system has it, or why no mail can come from it. A whole address, with scheme and path, is forgiven. */
export function readDomain(typed: string): TypedName {
  return readTypedName(typed, LABEL, NAME_CHARS_MAX);
}

/** The platform's own names are nobody's to send from. */
export const isOurs = (domain: string, rootDomain: string): boolean =>
  domain === rootDomain || domain.endsWith(`.${rootDomain}`);

export const senderOf = (domain: string): string => `no-reply@${domain}`;
