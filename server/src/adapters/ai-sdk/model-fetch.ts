import { Agent, type Dispatcher, request } from 'undici';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** An answer of 8,192 tokens is about 2.5 MB of events; a stream past this is a fault or an attack. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
const BODYLESS = new Set([204, 205, 304]);

/**
 * Connections to model hosts. undici's own limits are off where ours (first token, gap, whole) are the exact ones; the
 * header limit stays as a second line. Sockets are not shared between requests in flight, so a slow stream delays nobody.
 */
export const makeModelDispatcher = (options: { connectMs: number; connect?: Agent.Options['connect'] }): Dispatcher =>
  new Agent({
    connect: options.connect ?? { timeout: options.connectMs },
    keepAliveTimeout: 10_000,
    headersTimeout: 130_000,
    bodyTimeout: 0,
    pipelining: 1,
  });

/**
 * A `fetch` for the AI SDK on undici's own request: under load the global one adds milliseconds to every first token.
 * Only what the SDK uses: a text body, headers, a signal. Redirects are not followed, so a host cannot send us elsewhere.
 */
export function makeModelFetch(dispatcher: Dispatcher, bytesMax = ANSWER_BYTES_MAX): typeof fetch {
  return async (input, init) => {
    const answer = await request(input instanceof Request ? input.url : input, {
      dispatcher,
      method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? null,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    if (BODYLESS.has(answer.statusCode)) {
      await answer.body.dump();
      return new Response(null, { status: answer.statusCode, headers });
    }
    return new Response(boundedStream(answer.body, bytesMax), { status: answer.statusCode, headers });
  };
}

function boundedStream(body: Dispatcher.ResponseData['body'], bytesMax: number): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) return controller.close();
      bytes += value.byteLength;
      if (bytes > bytesMax) {
        body.destroy();
        return controller.error(new VendorFailure('unreachable', `The model sent more than ${bytesMax} bytes.`));
      }
      controller.enqueue(value);
    },
    cancel() {
      body.destroy();
    },
  });
}
