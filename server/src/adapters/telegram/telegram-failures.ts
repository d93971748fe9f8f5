import { z } from 'zod';
import { SendUnsure } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

export const Refusal = z.object({
  error_code: z.int().optional().catch(undefined),
  description: z.string().catch(''),
  parameters: z
    .object({ retry_after: z.number().min(0).max(86_400) })
    .optional()
    .catch(undefined),
});
export type Refusal = z.infer<typeof Refusal>;

/** 400, although it is the person: https://core.telegram.org/bots/api names no codes, but these words. */
const NOT_TO_BE_WRITTEN =
  /chat not found|user not found|peer_id_invalid|chat_write_forbidden|user is deactivated|input_user_deactivated/i;

/** What Telegram refused. A bot that is not known is a path that does not exist: 404. */
export function refusalOf(status: number, { error_code, description, parameters }: Refusal): VendorFailure {
  const code = error_code ?? status;
  const said = `Telegram said: ${description.slice(0, 300) || code}`;
  if (code === 401 || code === 404) return new VendorFailure('unauthorized', said);
  if (code === 403 || (code === 400 && NOT_TO_BE_WRITTEN.test(description)))
    return new VendorFailure('forbidden', said);
  if (code === 429) {
    const seconds = parameters?.retry_after;
    return new VendorFailure('rate_limited', said, seconds === undefined ? null : seconds * 1_000);
  }
  return new VendorFailure(code >= 400 && code < 500 ? 'invalid' : 'unreachable', said);
}

/** Before a request can leave: no address, no connection, no trust. */
const NOT_LEFT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS.*|ERR_SSL.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*)$/;

/** What happened to a request without an answer, or with one that cannot be read. The errors themselves hold addresses, thus the token. */
export function lossOf(error: unknown, isSend: boolean): VendorFailure | SendUnsure {
  if (error instanceof VendorFailure) return error;
  const hasLeft = !NOT_LEFT.test(codeOf(error));
  if (isSend && hasLeft) return new SendUnsure('Telegram did not answer; it may have sent the message.');
  return new VendorFailure('unreachable', hasLeft ? 'Telegram did not answer.' : 'Telegram could not be reached.');
}

/** Where several addresses were tried, the error is of all of them. */
function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  const inner = (errors?.[0] ?? cause) as { code?: unknown } | undefined;
  return String(typeof code === 'string' ? code : (inner?.code ?? ''));
}
