import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/;

/**
 * Every error of undici, zlib, TLS and the resolver as one of ours; its message may be shown to the owner. `isOwn` as in
 * `FetchOptions`.
 */
export function failureOf(error: unknown, url: URL, isOwn = false): VendorFailure {
  const known = findVendorFailure(error);
  if (known) return known;
  const { name } = error as Error;
  const code = codeOf(error);
  const host = url.host;
  const ofSite = isOwn ? 'unreachable' : 'invalid';
  if (code === 'ENOTFOUND') return new VendorFailure(ofSite, `There is no site called ${host}.`);
  if (CERTIFICATE.test(code)) return new VendorFailure(ofSite, `The certificate of ${host} is not valid.`);
  if (/^(Z_|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code) || code.startsWith('ERR__ERROR'))
    return new VendorFailure('invalid', `${host} answered with damaged data.`);
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code))
    return new VendorFailure('unreachable', `${host} did not answer in time.`);
  return new VendorFailure('unreachable', `${host} could not be reached.`);
}

/** Is it the certificate that a connection fails at? A server that has none for the name sends an alert, whose names OpenSSL changes. */
export const isCertificateFault = (error: unknown) =>
  /^ERR_SSL_(?:SSLV3|TLSV1|TLSV13|SSL\/TLS)_/.test(codeOf(error)) || CERTIFICATE.test(codeOf(error));

/** The code of a `DOMException` is a number. */
const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** The site closed a connection that was kept for the next request, in the moment in which it was used: nothing was answered. */
export const isClosedEarly = (error: unknown) => /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error));

function findVendorFailure(error: unknown): VendorFailure | null {
  for (let at = error, depth = 0; at && depth < 5; depth += 1) {
    if (at instanceof VendorFailure) return at;
    const { cause, errors } = at as { cause?: unknown; errors?: unknown[] };
    at = cause ?? errors?.[0];
  }
  return null;
}

type Headers = Record<string, string | string[] | undefined>;

/** Null for an answer that can be read. */
export function statusFailure(status: number, headers: Headers, url: URL): VendorFailure | null {
  if (status >= 200 && status < 300) return null;
  const said = `${url.host} answered ${status}`;
  if (status === 404 || status === 410) return new VendorFailure('not_found', `This page does not exist (${said}).`);
  if (status === 401 || status === 403)
    return new VendorFailure('unauthorized', `The site does not let this page be read (${said}).`);
  if (status === 429)
    return new VendorFailure('rate_limited', `The site asks to come back later (${said}).`, retryAfterMs(headers));
  if (status >= 500) return new VendorFailure('unreachable', `The site has a problem (${said}).`);
  return new VendorFailure('invalid', `This page cannot be read (${said}).`);
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
