import { createHmac } from 'node:crypto';
import type { FormData } from 'undici';
import type { z } from 'zod';
import type { ChannelAccount } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeCallProvider } from '../shared/channel-http/call-provider.ts';
import { failureOf } from './graph-failures.ts';

/** https://developers.facebook.com/docs/graph-api/changelog: each version is answered for two years. */
const VERSION = 'v26.0';

type Asker = Pick<ChannelAccount, 'token' | 'hookSecret'>;
type Call<Schema extends z.ZodType> = {
  account: Asker;
  method?: 'GET' | 'POST' | 'DELETE';
  /** An object's ID, and what of it. */
  path: string;
  query?: Record<string, string>;
  /** A file goes as a form, everything else as JSON. */
  form?: FormData;
  body?: Record<string, unknown>;
  result: Schema;
  signal: AbortSignal;
  isSend?: boolean;
};

/** Calls of Meta's Graph API. Each proves that whoever calls knows the app's secret too, so that a wrong one is found when it is given. */
export function makeGraphApi({ provider, baseUrl }: { provider: string; baseUrl: string }) {
  const callProvider = makeCallProvider(provider);
  const root = baseUrl.replace(/\/+$/, '');

  return {
    call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>> {
      const { account, method = 'GET', path, query = {}, form, body, signal, isSend = false } = call;
      const search = new URLSearchParams({ ...query, appsecret_proof: proofOf(account) });
      const asked = {
        url: `${root}/${VERSION}/${path}?${search}`,
        method,
        headers: {
          authorization: `Bearer ${account.token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
        signal,
        isSend,
      };
      return callProvider(asked, ({ status, json }) => {
        if (status >= 300 || hasError(json)) throw failureOf(provider, status, json);
        return call.result.parse(json);
      });
    },
    /** A file at an address that Meta named a moment ago. The token goes to Meta's own hosts alone. */
    load(from: {
      /** Null where the address itself opens the file. */
      account: Asker | null;
      url: string;
      bytesMax: number;
      signal: AbortSignal;
    }): Promise<Uint8Array<ArrayBuffer>> {
      const { account, url, bytesMax, signal } = from;
      if (!isOfMeta(url, root)) throw new VendorFailure('invalid', `${provider} named a file of somebody else.`);
      const headers: Record<string, string> = account ? { authorization: `Bearer ${account.token}` } : {};
      return callProvider({ url, headers, bytesMax, signal }, ({ status, bytes, json }) => {
        if (status === 404) throw new VendorFailure('invalid', `${provider} does not have this file any more.`);
        if (status !== 200) throw failureOf(provider, status, json);
        if (bytes === null) throw new VendorFailure('invalid', 'This file is too large.');
        return bytes;
      });
    },
  };
}

/** https://developers.facebook.com/docs/graph-api/securing-requests#appsecret_proof */
const proofOf = ({ token, hookSecret }: Asker) => createHmac('sha256', hookSecret).update(token).digest('hex');

const hasError = (json: unknown) => typeof json === 'object' && json !== null && 'error' in json;

function isOfMeta(url: string, root: string): boolean {
  const { protocol, hostname, origin } = URL.parse(url) ?? {};
  if (origin === new URL(root).origin) return true;
  return protocol === 'https:' && /(?:^|\.)(?:fbsbx\.com|fbcdn\.net|facebook\.com)$/.test(hostname ?? '');
}
