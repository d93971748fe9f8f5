import { SendUnsure, WindowOver } from '../../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../../domain/vendors/vendors.ports.ts';

/** Before a request can leave: no address, no connection, no trust. */
const NOT_LEFT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_TLS.*|ERR_SSL.*|CERT_.*|.*_CERT.*|UNABLE_TO_.*)$/;

/** What happened to a request without an answer, or with one that cannot be read. The errors themselves may hold addresses, thus a token. */
export function lossOf(provider: string, error: unknown, isSend: boolean): Error {
  if (error instanceof VendorFailure || error instanceof WindowOver) return error;
  const hasLeft = !NOT_LEFT.test(codeOf(error));
  if (isSend && hasLeft) return new SendUnsure(`${provider} did not answer; it may have sent the message.`);
  return new VendorFailure('unreachable', `${provider} ${hasLeft ? 'did not answer' : 'could not be reached'}.`);
}

/** Where several addresses were tried, the error is of all of them. */
function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  const inner = (errors?.[0] ?? cause) as { code?: unknown } | undefined;
  return String(typeof code === 'string' ? code : (inner?.code ?? ''));
}
