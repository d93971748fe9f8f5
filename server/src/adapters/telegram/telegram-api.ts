import { FormData } from 'undici';
import type { z } from 'zod';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeCallProvider } from '../shared/channel-http/call-provider.ts';
import { Refusal, refusalOf } from './telegram-failures.ts';

type Call<Schema extends z.ZodType> = {
  token: string;
  method: string;
  /** A file goes as a form, everything else as JSON. */
  given?: Record<string, unknown> | FormData;
  result: Schema;
  signal: AbortSignal;
  isSend?: boolean;
};
type Load = { token: string; path: string; bytesMax: number; signal: AbortSignal };

/** Requests of https://core.telegram.org/bots/api#making-requests. The token is a part of the address. */
export function makeTelegramApi({ baseUrl }: { baseUrl: string }) {
  const callProvider = makeCallProvider('Telegram');
  const addressOf = (path: string) => `${baseUrl.replace(/\/+$/, '')}/${path}`;

  return {
    async call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>> {
      const { token, method, given = {}, isSend = false, signal } = call;
      const isForm = given instanceof FormData;
      const asked = {
        url: addressOf(`bot${usable(token)}/${method}`),
        method: 'POST' as const,
        ...(isForm
          ? { body: given }
          : { body: JSON.stringify(given), headers: { 'content-type': 'application/json' } }),
        signal,
        isSend,
      };
      return callProvider(asked, ({ status, json }) => {
        const { ok, result } = (json ?? {}) as { ok?: unknown; result?: unknown };
        if (status >= 300 || ok === false) throw refusalOf(status, refusalIn(json, token));
        if (ok !== true) throw new Error('No answer of Telegram.');
        return call.result.parse(result);
      });
    },
    async load({ token, path, bytesMax, signal }: Load) {
      if (!/^[\w-]+(?:[./][\w-]+)*$/.test(path)) throw new VendorFailure('invalid', 'Telegram named no file.');
      const asked = { url: addressOf(`file/bot${usable(token)}/${path}`), signal, bytesMax };
      return callProvider(asked, ({ status, bytes, json }) => {
        // The link was made a moment ago: it is the file that is gone, not the bot.
        if (status === 404) throw new VendorFailure('invalid', 'Telegram does not have this file any more.');
        if (status !== 200) throw refusalOf(status, refusalIn(json, token));
        return bytes ?? tooLarge();
      });
    },
  };
}

function tooLarge(): never {
  throw new VendorFailure('invalid', 'This file is too large.');
}

/** It becomes a part of the address: what has another form is no token, and leads nowhere else. */
function usable(token: string): string {
  if (!/^\d{1,20}:[\w-]{20,100}$/.test(token)) throw new VendorFailure('unauthorized', 'This is not a token of a bot.');
  return token;
}

function refusalIn(answer: unknown, token: string): Refusal {
  const { data = { description: '' } } = Refusal.safeParse(answer);
  return { ...data, description: data.description.replaceAll(token, '(token)') };
}
