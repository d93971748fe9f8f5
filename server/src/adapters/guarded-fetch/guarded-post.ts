import { Agent, type Dispatcher, request } from 'undici';
import type { PostOut } from '../../domain/websites/websites.ports.ts';
import { checkAddress, pairOf, refused } from './check-address.ts';
import { failureOf } from './fetch-failures.ts';
import { makeGuardedConnector, type Resolve, systemResolve } from './guarded-connector.ts';
import { untilAborted } from './until-aborted.ts';

const CONNECT_MS = 5_000;
/** For everything, from the name to the last byte that is read. */
const WHOLE_MS = 15_000;
const ANSWER_BYTES = 2_048;

/**
 * The only way to send something to an address that a customer gave. `allowed` are the operator's `host:port` pairs, which
 * skip every check of where they lead and may be http. No cookies, no redirects, no compression.
 */
export function makeGuardedPost(options: {
  allowed: readonly string[];
  resolve?: Resolve;
  wholeMs?: number;
}): PostOut & { close(): Promise<void> } {
  const allowed = new Set(options.allowed.map((pair) => pairOf(new URL(`http://${pair.trim()}`))));
  const dispatcher = new Agent({
    connect: makeGuardedConnector({ resolve: options.resolve ?? systemResolve, allowed, timeoutMs: CONNECT_MS }),
    keepAliveTimeout: 2_000,
    connections: 16,
    maxHeaderSize: 32 * 1024,
  });
  const check = (address: string) => {
    const url = checkAddress(address, allowed);
    if (url.protocol !== 'https:' && !allowed.has(pairOf(url))) throw refused();
    return url;
  };
  return {
    checkAddress: (address) => check(address).href,
    async post(address, { headers, body, signal }) {
      const url = check(address);
      const ended = AbortSignal.any([AbortSignal.timeout(options.wholeMs ?? WHOLE_MS), ...(signal ? [signal] : [])]);
      const sent = {
        dispatcher,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
      } as const;
      try {
        const answer = await untilAborted(request(url, { ...sent, signal: ended }), ended);
        return { status: answer.statusCode, text: await readBeginning(answer.body) };
      } catch (error) {
        throw failureOf(error, url);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

/** A status that came is an answer, even where its body is cut, endless or slower than the time that is left. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      parts.push(part as Buffer);
      bytes += (part as Buffer).length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // What was read until then is what there is to show.
  } finally {
    body.on('error', () => {}).destroy();
  }
  // PostgreSQL's text has no NUL; a character that was cut in two is left out.
  return new TextDecoder()
    .decode(Buffer.concat(parts).subarray(0, ANSWER_BYTES))
    .replaceAll('\u0000', '')
    .replace(/\uFFFD$/, '');
}
