import type Stripe from 'stripe';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { toFailure } from './stripe-failures.ts';

/** Of the library that is installed: its types are of this version, and events come in it. */
const API_VERSION = '2026-10-28.endive';
/** From the first byte to the last; the library's own 80 seconds are longer than anybody waits for a payment. */
const ANSWER_MS = 10_000;
/** A page of a hundred invoices has less. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

export type StripeOptions = { secretKey: string; apiUrl: URL | null; answerMs?: number; answerBytesMax?: number };

/** What a call is for: which account, and under which name it is done once. */
export type For = { account: string; key?: string };

export type StripeCalls = <Answer extends { id?: string; object?: string }>(
  about: For & { object: string; id?: string; hasId?: false },
  call: (stripe: Stripe, options: Stripe.RequestOptions) => Promise<Answer>,
) => Promise<Answer>;

/** The library, loaded at the first call: it takes a sixth of a second. It tries nothing again by itself. */
export function makeStripeClient(options: StripeOptions): () => Promise<Stripe> {
  const { secretKey, apiUrl, answerMs = ANSWER_MS, answerBytesMax = ANSWER_BYTES_MAX } = options;
  let loaded: Promise<Stripe> | undefined;
  const load = async () => {
    const { default: Library } = await import('stripe');
    return new Library(secretKey, {
      apiVersion: API_VERSION,
      timeout: answerMs,
      maxNetworkRetries: 0,
      telemetry: false,
      // Not the one of node:http, which sends a second time what a closed connection left open.
      httpClient: Library.createFetchHttpClient(boundedFetch(answerBytesMax)),
      ...(apiUrl ? placeOf(apiUrl) : {}),
    });
  };
  return () => {
    loaded ??= load();
    return loaded;
  };
}

const placeOf = ({ protocol, hostname, port }: URL) => ({
  host: hostname,
  port: port || (protocol === 'https:' ? '443' : '80'),
  protocol: protocol.replace(':', '') as 'http' | 'https',
});

/**
 * Makes one call and looks at what came: the library resolves with whatever JSON there is, and asks for a list where an id is
 * empty.
 */
export const makeStripeCalls =
  (client: () => Promise<Stripe>): StripeCalls =>
  async ({ account, key, object, id, hasId = true }, call) => {
    if (id !== undefined && !/^[A-Za-z0-9]+_\w{1,250}$/.test(id))
      throw new VendorFailure('not_found', `Stripe has no ${object} with such an id.`);
    const stripe = await client();
    const options = {
      ...(account === '' ? {} : { stripeAccount: account }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const answer = await call(stripe, options).catch((error: unknown) => {
      throw toFailure(error);
    });
    const isAsked = answer?.object === object && (object === 'list' ? isList(answer) : !hasId || isThing(answer, id));
    if (!isAsked) throw new VendorFailure('unreachable', `Stripe answered with something else than a ${object}.`);
    return answer;
  };

const isList = (answer: object): boolean => Array.isArray((answer as { data?: unknown }).data);
const isThing = (answer: { id?: string }, id: string | undefined): boolean =>
  typeof answer.id === 'string' && (id === undefined || answer.id === id);

/** No redirect is followed, and no answer is read that is longer. */
function boundedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: 'error' });
    let bytes = 0;
    const limited = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > bytesMax) controller.error(new Error(`The answer has more than ${bytesMax} bytes.`));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(limited ?? null, { status: answer.status, headers: answer.headers });
  };
}
