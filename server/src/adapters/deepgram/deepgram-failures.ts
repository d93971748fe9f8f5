import { z } from 'zod';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

/** Two forms: https://developers.deepgram.com/reference/errors */
const Refusal = z.object({
  err_code: z.string().catch(''),
  err_msg: z.string().catch(''),
  category: z.string().catch(''),
  message: z.string().catch(''),
});

/** What Deepgram refused, by the status of its answer. A key may stand in what it says: it is taken out. */
export function refusalOf(status: number, json: unknown, key: string): VendorFailure {
  const { data } = Refusal.safeParse(json ?? {});
  const code = data?.err_code || data?.category || '';
  const said = (data?.err_msg || data?.message || String(status)).slice(0, 300);
  const message = `Deepgram said: ${said}${code ? ` (${code.slice(0, 60)})` : ''}`;
  return new VendorFailure(kindOf(status), key === '' ? message : message.replaceAll(key, '(key)'));
}

function kindOf(status: number): VendorFailureKind {
  if (status === 401) return 'unauthorized';
  // 402: nothing is left to pay with.
  if (status === 402 || status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unreachable' : 'invalid';
}

export const unreachable = (what: string) => new VendorFailure('unreachable', `Deepgram ${what}.`);

/** It becomes a header: what has another form is no key. */
export function usable(key: string): string {
  if (!/^[\x21-\x7e]{8,500}$/.test(key)) throw new VendorFailure('unauthorized', 'This is not a key of Deepgram.');
  return key;
}
