import { APICallError } from 'ai';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

const MESSAGE_CHARS_MAX = 300;
const CAUSES_MAX = 8;

const KIND_BY_STATUS: Record<number, VendorFailureKind> = {
  401: 'unauthorized',
  402: 'forbidden',
  403: 'forbidden',
  404: 'not_found',
  408: 'unreachable',
  429: 'rate_limited',
};

/** Names that providers give to an error inside a stream, whose status was 200 long before. */
const KIND_BY_NAME: Record<string, VendorFailureKind> = {
  rate_limit_error: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  authentication_error: 'unauthorized',
  permission_error: 'forbidden',
  not_found_error: 'not_found',
  invalid_request_error: 'invalid',
};

/** Anything that a model call threw or streamed as an error. `secret` and what looks like a key are cut from the text. */
export function toVendorFailure(error: unknown, secret: string): VendorFailure {
  const known = causesOf(error).find((cause) => cause instanceof VendorFailure);
  if (known) return known;
  const call = causesOf(error).find((cause) => APICallError.isInstance(cause));
  if (call?.statusCode !== undefined && (call.statusCode < 200 || call.statusCode >= 300)) {
    const text = `The model host answered ${call.statusCode}: ${call.message || 'no reason given'}`;
    return new VendorFailure(kindOf(call.statusCode, call.responseBody), clean(text, secret), retryAfterMs(call));
  }
  const { kind, text } = readLooseError(error);
  return new VendorFailure(kind, clean(text, secret));
}

function kindOf(status: number, body = ''): VendorFailureKind {
  // Google says 400 to a key that does not exist.
  if (status === 400 && body.includes('API_KEY_INVALID')) return 'unauthorized';
  return KIND_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'invalid' : 'unreachable');
}

function readLooseError(error: unknown): { kind: VendorFailureKind; text: string } {
  const last = causesOf(error).at(-1);
  const fields = (typeof last === 'object' && last !== null ? last : {}) as Record<string, unknown>;
  const status = Number(fields.statusCode);
  const name = [fields.type, fields.code].find((value) => typeof value === 'string' && value in KIND_BY_NAME);
  const kind = KIND_BY_NAME[String(name)] ?? (status >= 400 ? kindOf(status) : 'unreachable');
  const text = typeof last === 'string' ? last : String(fields.message ?? '') || String(fields.code ?? 'no answer');
  return { kind, text: `The model host could not be used: ${text}` };
}

/** The error, what caused it, what caused that: outermost first. */
function causesOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let next: unknown = error; next && found.length < CAUSES_MAX; next = (next as { cause?: unknown }).cause)
    found.push(next);
  return found;
}

/** `retry-after` is seconds or a date; some hosts also send milliseconds. */
function retryAfterMs(call: APICallError): number | null {
  const headers = call.responseHeaders ?? {};
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  const given = headers['retry-after'] ?? '';
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1_000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

/** Shorter ones are no secrets, and cutting them out would leave nothing readable. */
const SECRET_CHARS_MIN = 4;

function clean(text: string, secret: string): string {
  const withoutSecret = secret.length < SECRET_CHARS_MIN ? text : text.replaceAll(secret, '***');
  return withoutSecret
    .replace(/\b(?:sk|pk|rk|AIza)[-_A-Za-z0-9*]{8,}/g, '***')
    .replace(/\s+/g, ' ')
    .slice(0, MESSAGE_CHARS_MAX);
}
