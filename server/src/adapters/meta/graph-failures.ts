import { z } from 'zod';
import { AccountRefused, OptedOut, TemplateRefused, WindowOver } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

const Refusal = z.object({
  error: z.object({
    code: z.int(),
    error_subcode: z.int().optional().catch(undefined),
    message: z.string().catch(''),
    error_data: z.object({ details: z.string() }).optional().catch(undefined),
  }),
});

// https://developers.facebook.com/docs/graph-api/guides/error-handling and .../whatsapp/cloud-api/support/error-codes
/** The token, or what it may do; and accounts that Meta has closed. */
const REFUSED = new Set([0, 3, 10, 102, 190, 368, 463, 467, 131005, 131031, 133010]);
const TOO_MUCH = new Set([4, 17, 32, 613, 80007, 130429, 131048, 131056]);
/** This person: no WhatsApp, not on a test number's list, does not want to hear of us. */
const NOT_TO_BE_WRITTEN = new Set([130472, 131021, 131026, 131030, 131049, 131050, 551]);
/** Messenger's and Instagram's: outside of the allowed window. https://developers.facebook.com/docs/messenger-platform/error-codes */
const WINDOW_SUBCODES = new Set([2018065, 2018278, 2534022]);
/** Of this person: not there, does not want to hear of us, or has no role in an app that is not live. Their codes are those of a refused token. */
const PERSON_SUBCODES = new Set([1545041, 2018001, 2018028, 2018108, 2534014]);
const WINDOW = 131047;
/** They want no more marketing messages. */
const STOPPED = 131050;
/** It is not there, or paused, or disabled. */
const TEMPLATE = new Set([132001, 132015, 132016]);
const AGAIN = new Set([1, 2, 1200, 131000, 131016, 131057, 133004]);

/** What a message of ours failed of, told later. */
export const problemOf = (code: number): 'blocked' | 'window' | 'refused' =>
  code === WINDOW ? 'window' : NOT_TO_BE_WRITTEN.has(code) ? 'blocked' : 'refused';

export function failureOf(provider: string, status: number, body: unknown): Error {
  const { data } = Refusal.safeParse(body);
  if (!data)
    return new VendorFailure(
      status >= 400 && status < 500 ? kindOf(status) : 'unreachable',
      `${provider} answered ${status}.`,
    );
  const { code, error_subcode: subcode, message, error_data: more } = data.error;
  const said = `${provider} said: ${(more?.details || message).slice(0, 300) || code} (${code})`;
  if (code === 100 && /appsecret_proof/.test(message)) return new AccountRefused('metaSecret', 'hookSecret');
  if (code === WINDOW || WINDOW_SUBCODES.has(subcode ?? 0)) return new WindowOver(said);
  if (PERSON_SUBCODES.has(subcode ?? 0)) return new VendorFailure('forbidden', said);
  if (code === STOPPED) return new OptedOut(said);
  if (TEMPLATE.has(code)) return new TemplateRefused(said);
  if (REFUSED.has(code) || (code >= 200 && code < 300)) return new VendorFailure('unauthorized', said);
  if (TOO_MUCH.has(code)) return new VendorFailure('rate_limited', said);
  if (NOT_TO_BE_WRITTEN.has(code)) return new VendorFailure('forbidden', said);
  if (code === 100 && subcode === 33) return new VendorFailure('not_found', said);
  if (AGAIN.has(code) || status >= 500) return new VendorFailure('unreachable', said);
  return new VendorFailure(kindOf(status), said);
}

const kindOf = (status: number) => (status === 401 ? 'unauthorized' : status === 429 ? 'rate_limited' : 'invalid');
