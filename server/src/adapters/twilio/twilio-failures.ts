import type { DeliveryProblem } from '@antiphon/contract/channels';
import { z } from 'zod';
import { AccountRefused, OptedOut } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

const Refusal = z.object({ code: z.coerce.number().int(), message: z.string().catch('') });
type Answer = { status: number; headers: Record<string, string | string[] | undefined>; json: unknown };

// https://www.twilio.com/docs/api/errors
/** The token, or the account: suspended, closed. */
const REFUSED = new Set([20003, 20005, 10001, 30002]);
const TOO_MUCH = new Set([14107, 20429, 21611, 63038]);
/** Our number: not of this account any more, or not for SMS. */
const NOT_OURS = new Set([21212, 21603, 21606, 21659, 21660]);
export const OPTED_OUT = 21610;
/** This person: took themselves off, has no such number, cannot receive SMS. */
const NOT_TO_BE_WRITTEN = new Set([OPTED_OUT, 21211, 21214, 21217, 21614]);
/** The same, told after it had left: switched off or gone, blocked, unknown, a landline. */
const NOT_REACHED = new Set([...NOT_TO_BE_WRITTEN, 30003, 30004, 30005, 30006]);
const VALIDITY_OVER = 30036;
/** Carriers of the United States do not know who sends: no A2P campaign, a toll-free number that is not verified. */
const UNREGISTERED = new Set([30032, 30034, 30035]);
/** Whoever stands before Twilio had no answer of it in time: it may have sent. */
const GATEWAY_TIMEOUT = 504;

/** What a message of ours failed of, told later. */
export const problemOf = (code: number): DeliveryProblem =>
  code === VALIDITY_OVER
    ? 'late'
    : UNREGISTERED.has(code)
      ? 'unregistered'
      : NOT_REACHED.has(code)
        ? 'blocked'
        : 'refused';

export function failureOf({ status, headers, json }: Answer): Error {
  const { data } = Refusal.safeParse(json);
  const said = `Twilio said: ${data?.message.slice(0, 300) || status}${data ? ` (${data.code})` : ''}`;
  const code = data?.code ?? 0;
  if (status === 401 || REFUSED.has(code)) return new VendorFailure('unauthorized', said);
  if (status === 429 || TOO_MUCH.has(code)) return new VendorFailure('rate_limited', said, delayIn(headers));
  if (NOT_OURS.has(code)) return new AccountRefused('twilioNumber', 'externalId');
  if (code === OPTED_OUT) return new OptedOut(said);
  if (NOT_TO_BE_WRITTEN.has(code)) return new VendorFailure('forbidden', said);
  if (status === GATEWAY_TIMEOUT) return new Error(said);
  if (status === 404) return new VendorFailure('not_found', said);
  return new VendorFailure(status >= 400 && status < 500 ? 'invalid' : 'unreachable', said);
}

/** Where it says how long to wait, a day at most. */
function delayIn(headers: Answer['headers']): number | null {
  const said = String(headers['retry-after'] ?? '');
  return /^\d{1,6}$/.test(said) ? Math.min(Number(said), 86_400) * 1_000 : null;
}
