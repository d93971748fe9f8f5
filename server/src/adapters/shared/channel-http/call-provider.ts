import { Agent, type FormData, request } from 'undici';
import { lossOf } from './losses.ts';

const CONNECT_MS = 4_000;
const ANSWER_MAX = 1024 * 1024;

export type ProviderCall = {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  /** A form with its files, or text of the type that `headers` names. */
  body?: FormData | string;
  signal: AbortSignal;
  /** Of a message that is sent: without an answer nobody knows whether it left. */
  isSend?: boolean;
  bytesMax?: number;
};

/** `bytes` is null where there were more than `bytesMax`; `json` is null where it is none. */
export type ProviderAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Uint8Array<ArrayBuffer> | null;
  json: unknown;
};

/**
 * Calls one provider, whose addresses are ours and not a customer's: no redirect is followed, no answer is longer than a limit, and no error
 * tells an address, for tokens stand in some. Whatever `read` throws that is no `VendorFailure` is an answer that cannot be read.
 */
export function makeCallProvider(provider: string) {
  // A connection that rests is closed by us before the provider does it, so that few messages meet a closed one.
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });
  return async <Result>(call: ProviderCall, read: (answer: ProviderAnswer) => Result): Promise<Result> => {
    const { url, method = 'GET', headers = {}, body, signal, isSend = false, bytesMax = ANSWER_MAX } = call;
    try {
      const answer = await request(url, { dispatcher, method, headers, body: body ?? null, signal });
      const bytes = await readAll(answer.body, bytesMax);
      return read({ status: answer.statusCode, headers: answer.headers, bytes, json: jsonOf(bytes) });
    } catch (error) {
      throw lossOf(provider, error, isSend);
    }
  };
}

function jsonOf(bytes: Uint8Array | null): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

/** Null where there is more. */
async function readAll(body: AsyncIterable<Uint8Array>, bytesMax: number) {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // A loop that is left ends the connection.
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
