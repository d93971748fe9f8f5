import { Agent, FormData, request } from 'undici';
import type { z } from 'zod';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { lossOf, Refusal, refusalOf } from './telegram-failures.ts';

const CONNECT_MS = 4_000;
const ANSWER_MAX = 1024 * 1024;

type Call<Schema extends z.ZodType> = {
  token: string;
  method: string;
  /** A file goes as a form, everything else as JSON. */
  given?: Record<string, unknown> | FormData;
  result: Schema;
  signal: AbortSignal;
  isSend?: boolean;
};

/** Requests of https://core.telegram.org/bots/api#making-requests. The token is a part of the address: no error tells that. */
export function makeTelegramApi({ baseUrl }: { baseUrl: string }) {
  // A connection that rests is closed by us before Telegram does it, so that few messages meet a closed one.
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS },
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 10_000,
  });

  return {
    async call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>> {
      const { given = {}, isSend = false } = call;
      const isForm = given instanceof FormData;
      try {
        const { statusCode, body } = await request(addressOf(baseUrl, `bot${usable(call.token)}/${call.method}`), {
          dispatcher,
          method: 'POST',
          signal: call.signal,
          headers: isForm ? {} : { 'content-type': 'application/json' },
          body: isForm ? given : JSON.stringify(given),
        });
        const answer = jsonOf(await readAll(body, ANSWER_MAX));
        const { ok, result } = (answer ?? {}) as { ok?: unknown; result?: unknown };
        if (statusCode >= 300 || ok === false) throw refusalOf(statusCode, refusalIn(answer, call.token));
        if (ok !== true) throw new Error('No answer of Telegram.');
        return call.result.parse(result);
      } catch (error) {
        throw lossOf(error, isSend);
      }
    },
    async load({
      token,
      path,
      bytesMax,
      signal,
    }: {
      token: string;
      path: string;
      bytesMax: number;
      signal: AbortSignal;
    }) {
      try {
        if (!/^[\w-]+(?:[./][\w-]+)*$/.test(path)) throw new VendorFailure('invalid', 'Telegram named no file.');
        const { statusCode, body } = await request(addressOf(baseUrl, `file/bot${usable(token)}/${path}`), {
          dispatcher,
          signal,
        });
        if (statusCode === 200) {
          const bytes = await readAll(body, bytesMax);
          if (bytes) return bytes;
          throw new VendorFailure('invalid', 'This file is too large.');
        }
        const answer = jsonOf(await readAll(body, ANSWER_MAX));
        // The link was made a moment ago: it is the file that is gone, not the bot.
        if (statusCode === 404) throw new VendorFailure('invalid', 'Telegram does not have this file any more.');
        throw refusalOf(statusCode, refusalIn(answer, token));
      } catch (error) {
        throw lossOf(error, false);
      }
    },
  };
}

const addressOf = (baseUrl: string, path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`;

/** It becomes a part of the address: what has another form is no token, and leads nowhere else. */
function usable(token: string): string {
  if (!/^\d{1,20}:[\w-]{20,100}$/.test(token)) throw new VendorFailure('unauthorized', 'This is not a token of a bot.');
  return token;
}

function refusalIn(answer: unknown, token: string): Refusal {
  const { data = { description: '' } } = Refusal.safeParse(answer);
  return { ...data, description: data.description.replaceAll(token, '(token)') };
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
