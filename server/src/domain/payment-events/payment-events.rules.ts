import type { PayObject } from '../payments/payments.ports.ts';

/** Events of an account stay there for 30 days: what comes again later than that was not seen before. */
export const KEPT_DAYS = 35;

/** After so many failures nobody tries by themselves: the operator looks. */
export const FAILURES_MAX = 10;

const FIRST_WAIT_SECONDS = 30;
const WAIT_SECONDS_MAX = 4 * 3_600;

/** 15 hours until the last of them: an outage of the provider is over by then. */
export const waitSeconds = (failures: number): number =>
  Math.min(WAIT_SECONDS_MAX, FIRST_WAIT_SECONDS * 3 ** Math.max(0, failures - 1));

const KINDS: Record<string, PayObject['kind']> = {
  cus: 'customer',
  in: 'invoice',
  sub: 'subscription',
  acct: 'merchant',
  ch: 'charge',
  py: 'charge',
};

/** What an id of the provider's is of; null where it is of nothing that we look at. */
export const kindOfId = (id: string) => KINDS[id.split('_')[0] ?? ''] ?? null;
