import { Agent, request } from 'undici';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import {
  type FetchedPage,
  type FetchOptions,
  type FetchPage,
  ROBOT_NAME,
  type Validators,
} from '../../domain/websites/websites.ports.ts';
import { checkAddress, pairOf, refused } from './check-address.ts';
import { failureOf, isClosedEarly, statusFailure } from './fetch-failures.ts';
import { makeGuardedConnector, type Resolve, systemResolve } from './guarded-connector.ts';
import { limitedBody, tooLarge } from './limited-body.ts';
import { discard, untilAborted } from './until-aborted.ts';

const CONNECT_MS = 5_000;
const WHOLE_MS = 20_000;
const BYTES_MAX = 10 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to an address that a customer gave (`FetchPage` says what passes). `allowed` are the operator's `host:port`
 * pairs, which skip every check of where they lead; `contact` tells a site's owner whom to ask. No cookies, no credentials.
 */
export function makeGuardedFetch(options: {
  allowed: readonly string[];
  contact: string;
  resolve?: Resolve;
}): FetchPage & { close(): Promise<void> } {
  const allowed = new Set(options.allowed.map((pair) => pairOf(new URL(`http://${pair.trim()}`))));
  const dispatcher = new Agent({
    connect: makeGuardedConnector({ resolve: options.resolve ?? systemResolve, allowed, timeoutMs: CONNECT_MS }),
    headersTimeout: WHOLE_MS,
    bodyTimeout: WHOLE_MS,
    keepAliveTimeout: 2_000,
    connections: 8,
    maxHeaderSize: 32 * 1024,
  });
  const headers = {
    'user-agent': `Mozilla/5.0 (compatible; ${ROBOT_NAME}/1.0; +${options.contact})`,
    accept:
      'text/html,application/xhtml+xml,text/plain,text/markdown,text/csv,application/pdf,application/xml;q=0.8,*/*;q=0.5',
    'accept-encoding': 'gzip, br, deflate',
  };

  const ask = async (url: URL, signal: AbortSignal, isOwn: boolean, conditions: Record<string, string>) => {
    const send = () =>
      untilAborted(request(url, { dispatcher, headers: { ...headers, ...conditions }, signal }), signal);
    try {
      return await send().catch((error) => {
        if (isClosedEarly(error)) return send();
        throw error;
      });
    } catch (error) {
      throw failureOf(error, url, isOwn);
    }
  };

  const follow = async (
    address: string,
    signal: AbortSignal,
    { isOwn = false, validators, mayFollow }: FetchOptions,
  ) => {
    let url = checkAddress(address, allowed);
    for (let hops = 0; ; hops += 1) {
      const answer = await ask(url, signal, isOwn, hops === 0 && validators ? conditionsOf(validators) : {});
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.statusCode) || typeof location !== 'string')
        return { url, answer, isUnchanged: answer.statusCode === 304 && hops === 0 && validators !== undefined };
      discard(answer);
      if (hops === REDIRECTS_MAX) throw new VendorFailure('invalid', 'The site redirects in a circle.');
      const next = URL.parse(location, url);
      if (!next) throw refused();
      url = checkAddress(next.href, allowed);
      if (mayFollow && !mayFollow(url.href))
        throw new VendorFailure('invalid', 'This page leads to an address that is left out.');
    }
  };

  const open = async (address: string, fetchOptions: FetchOptions = {}) => {
    const { bytesMax = BYTES_MAX, timeoutMs = WHOLE_MS, signal } = fetchOptions;
    const ended = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const { url, answer, isUnchanged } = await follow(address, ended, fetchOptions);
    const said = { url: url.href, ...mediaType(answer.headers['content-type']) };
    if (isUnchanged) {
      discard(answer);
      return { ...said, isUnchanged, body: (async function* (): AsyncGenerator<Uint8Array> {})() };
    }
    const failure = statusFailure(answer.statusCode, answer.headers, url);
    if (failure || Number(answer.headers['content-length'] ?? 0) > bytesMax) {
      discard(answer);
      throw failure ?? tooLarge(bytesMax);
    }
    const body = limitedBody(answer.body, answer.headers['content-encoding'], bytesMax, (error) =>
      failureOf(error, url),
    );
    return { ...said, validators: validatorsOf(answer.headers), body };
  };

  return {
    checkAddress: (address) => checkAddress(address, allowed).href,
    open,
    async get(address, fetchOptions): Promise<FetchedPage> {
      const { body, ...page } = await open(address, fetchOptions);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      return { ...page, bytes: Buffer.concat(parts) };
    },
    close: () => dispatcher.destroy(),
  };
}

function mediaType(header: string | string[] | undefined) {
  const text = [header].flat()[0] ?? '';
  return {
    contentType: (text.split(';')[0] ?? '').trim().toLowerCase(),
    charset: /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(text)?.[1]?.toLowerCase() ?? '',
  };
}

const conditionsOf = ({ etag, modified }: Validators): Record<string, string> => ({
  ...(etag === '' ? {} : { 'if-none-match': etag }),
  ...(modified === '' ? {} : { 'if-modified-since': modified }),
});

/** They are sent back as they are: what no header may hold is none. */
const VALIDATOR = /^[\x20-\x7e]{1,200}$/;

function validatorsOf(headers: Record<string, string | string[] | undefined>): Validators {
  const read = (name: string) => {
    const [text = ''] = [headers[name]].flat();
    return VALIDATOR.test(text) ? text : '';
  };
  return { etag: read('etag'), modified: read('last-modified') };
}
