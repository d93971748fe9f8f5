import { z } from 'zod';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

const Refusal = z.object({
  code: z.int().catch(0),
  message: z.string().catch(''),
  retry_after: z.number().min(0).max(86_400).optional().catch(undefined),
});

/** A channel that is not there any more: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_CHANNEL = 10003;

/**
 * What Discord refused. Pages that are none of its API's come from the network before it, which knows nothing of tokens or people: a 403 of
 * that kind says that our address is to wait.
 */
export function refusalOf(
  status: number,
  json: unknown,
  headers: Record<string, string | string[] | undefined>,
): VendorFailure {
  const { data } = Refusal.safeParse(json);
  const said = `Discord said: ${data?.message.slice(0, 300) || status}${data?.code ? ` (${data.code})` : ''}`;
  if (status === 401) return new VendorFailure('unauthorized', said);
  if (status === 429) {
    const seconds = data?.retry_after ?? secondsOf(headers['retry-after']);
    return new VendorFailure('rate_limited', said, seconds === null ? null : Math.ceil(seconds * 1_000));
  }
  if (!data || status >= 500) return new VendorFailure('unreachable', said);
  if (status === 403 || data.code === UNKNOWN_CHANNEL) return new VendorFailure('forbidden', said);
  return new VendorFailure('invalid', said);
}

function secondsOf(header: string | string[] | undefined): number | null {
  const seconds = Number(header);
  return header !== undefined && seconds >= 0 && seconds <= 86_400 ? seconds : null;
}
