import { limits } from '@antiphon/contract/limits';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import type { Call, CallAnswer, CallOut } from '../../domain/functions/functions.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { checkAddress, pairOf, refused } from './check-address.ts';
import { failureOf } from './fetch-failures.ts';
import { makeGuardedConnector, type Resolve, systemResolve } from './guarded-connector.ts';
import { limitedBody } from './limited-body.ts';
import { untilAborted } from './until-aborted.ts';

const CONNECT_MS = 5_000;

/**
 * The only way to call a system that a customer named. `allowed` are the operator's `host:port` pairs, which skip every check of
 * where they lead and may be http. Each call has a connection of its own: one that was kept could be closed by the other side in
 * the moment in which it is used, and nobody could tell whether the call arrived.
 */
export function makeGuardedCall(options: { allowed: readonly string[]; resolve?: Resolve }): CallOut {
  const allowed = new Set(options.allowed.map((pair) => pairOf(new URL(`http://${pair.trim()}`))));
  const connect = makeGuardedConnector({ resolve: options.resolve ?? systemResolve, allowed, timeoutMs: CONNECT_MS });
  const check = (address: string) => {
    const url = checkAddress(address, allowed);
    if (url.protocol !== 'https:' && !allowed.has(pairOf(url))) throw refused();
    return url;
  };

  return {
    checkAddress: (address) => void check(address),
    async call(request) {
      const begun = { isConnected: false };
      let client: Client | null = null;
      const ended = AbortSignal.any([
        AbortSignal.timeout(request.timeoutMs),
        ...(request.signal ? [request.signal] : []),
      ]);
      try {
        const url = check(request.url);
        client = new Client(url.origin, { connect: noting(connect, begun), pipelining: 1, maxHeaderSize: 32 * 1024 });
        const sent = send(client, url, request, ended);
        return { answer: await readAnswer(await untilAborted(sent, ended), request, ended), failure: null };
      } catch (error) {
        const { kind, message } = error instanceof VendorFailure ? error : failureOf(error, new URL(request.url));
        if (kind === 'forbidden') return { answer: null, failure: { reason: 'forbidden', message } };
        return { answer: null, failure: { reason: begun.isConnected ? 'unanswered' : 'unsent', message } };
      } finally {
        client?.destroy().catch(() => {});
      }
    },
  };
}

const send = (client: Client, url: URL, { method, headers, body }: Call, signal: AbortSignal) =>
  client.request({
    method,
    path: url.pathname + url.search,
    headers: { ...headers, 'accept-encoding': 'gzip, br, deflate' },
    body,
    // undici sends what it takes for repeatable again by itself where this is not said.
    idempotent: false,
    reset: true,
    signal,
  });

/** A connection is where a call may begin to have happened. */
const noting =
  (connect: buildConnector.connector, begun: { isConnected: boolean }): buildConnector.connector =>
  (target, callback) =>
    connect(target, (...outcome) => {
      begun.isConnected = outcome[0] === null;
      callback(...outcome);
    });

/** A status that came is an answer, even where its body is cut, endless or slower than the time that is left. */
async function readAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { isEnough, wants }: Pick<Call, 'isEnough' | 'wants'>,
  ended: AbortSignal,
): Promise<CallAnswer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let end: CallAnswer['end'] = 'whole';
  const contentType = ([headers['content-type']].flat()[0] ?? '').slice(0, 100);
  const header = wants === undefined ? undefined : [headers[wants]].flat()[0];
  try {
    const chunks = limitedBody(body, headers['content-encoding'], Number.POSITIVE_INFINITY, (error) => error);
    for await (const chunk of untilEnded(chunks, ended)) {
      parts.push(chunk.subarray(0, limits.functionAnswerBytesMax - bytes));
      bytes += chunk.length;
      if (bytes <= limits.functionAnswerBytesMax) {
        if (isEnough?.(chunk, contentType)) break;
        continue;
      }
      end = 'too_large';
      break;
    }
  } catch {
    end = ended.aborted ? 'timeout' : 'cut';
  } finally {
    body.on('error', () => {}).destroy();
  }
  // PostgreSQL's text has no NUL; a character that was cut in two is left out.
  const text = new TextDecoder()
    .decode(Buffer.concat(parts))
    .replaceAll('\u0000', '')
    .replace(/\uFFFD$/, '');
  return { status, contentType, text, end, ...(header === undefined ? {} : { header }) };
}

/** An unpacker that waits for more hears of no signal. */
async function* untilEnded(chunks: AsyncGenerator<Uint8Array>, ended: AbortSignal): AsyncGenerator<Uint8Array> {
  const over = new Promise<never>((_resolve, reject) => {
    if (ended.aborted) reject(ended.reason);
    ended.addEventListener('abort', () => reject(ended.reason), { once: true });
  });
  over.catch(() => {});
  for (;;) {
    const next = await Promise.race([chunks.next(), over]);
    if (next.done) return;
    yield next.value;
  }
}
