import type { z } from 'zod';
import type { ChannelAccount } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeCallProvider, type ProviderAnswer } from '../shared/channel-http/call-provider.ts';
import { failureOf } from './twilio-failures.ts';

/** https://www.twilio.com/docs/usage/api#working-with-twilios-apis: the only version there is. */
const VERSION = '2010-04-01';

type Asker = Pick<ChannelAccount, 'accountId' | 'token'>;
type Call<Schema extends z.ZodType> = {
  account: Asker;
  /** What of the account. */
  path: string;
  query?: Record<string, string>;
  /** Posted where it is there. */
  form?: Record<string, string>;
  result: Schema;
  signal: AbortSignal;
  isSend?: boolean;
};
type Load = { account: Asker; url: string; bytesMax: number; signal: AbortSignal };

/** Calls of Twilio's API. The token goes to its own address, for what is of this account, and nowhere else. */
export function makeTwilioApi({ baseUrl }: { baseUrl: string }) {
  const callProvider = makeCallProvider('Twilio');
  const root = baseUrl.replace(/\/+$/, '');
  const addressOf = ({ accountId }: Asker, path: string) => `${root}/${VERSION}/Accounts/${accountId}/${path}`;

  return {
    async call<Schema extends z.ZodType>(call: Call<Schema>): Promise<z.infer<Schema>> {
      const { account, path, query, form, signal, isSend = false } = call;
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const asked = {
        url: `${addressOf(account, path)}.json${search}`,
        method: form ? ('POST' as const) : ('GET' as const),
        headers: {
          ...proofOf(account),
          ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(form ? { body: new URLSearchParams(form).toString() } : {}),
        signal,
        isSend,
      };
      return callProvider(asked, (answer) => {
        if (answer.status >= 300) throw failureOf(answer);
        return call.result.parse(answer.json);
      });
    },
    /** False where it was not there. */
    async remove({ account, path, signal }: { account: Asker; path: string; signal: AbortSignal }): Promise<boolean> {
      const url = `${addressOf(account, path)}.json`;
      return callProvider({ url, method: 'DELETE', headers: proofOf(account), signal }, (answer) => {
        if (answer.status >= 300 && answer.status !== 404) throw failureOf(answer);
        return answer.status !== 404;
      });
    },
    /** A recording of this account. Where it lies elsewhere, Twilio answers where. Null where it is not there, or larger. */
    async loadSound({ account, path, bytesMax, signal }: Omit<Load, 'url'> & { path: string }) {
      const url = addressOf(account, path);
      const take = (answer: ProviderAnswer) => (answer.status === 404 ? null : bytesOf(answer));
      const found = await callProvider({ url, headers: proofOf(account), bytesMax, signal }, (answer) => {
        const to = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
        return typeof to === 'string' ? { to } : { bytes: answer.bytes === null ? null : take(answer) };
      });
      if (found.to === undefined) return found.bytes;
      const next = URL.parse(found.to, url);
      if (!next || !isOfTwilio(next, new URL(url).origin))
        throw new VendorFailure('invalid', 'Twilio named a file of somebody else.');
      return callProvider({ url: next.href, bytesMax, signal }, (answer) =>
        answer.bytes === null ? null : take(answer),
      );
    },
    /** A file of a message to this account. Twilio answers where it lies; that address opens by itself. */
    async load({ account, url, bytesMax, signal }: Load): Promise<Uint8Array<ArrayBuffer>> {
      const named = URL.parse(url);
      const own = new URL(addressOf(account, 'Messages/'));
      const isOwn = named !== null && named.origin === own.origin && named.pathname.startsWith(own.pathname);
      if (!isOwn || !/\/[A-Z]{2}[\da-f]{32}\/Media\/ME[\da-f]{32}$/.test(named.pathname))
        throw new VendorFailure('invalid', 'Twilio named a file of somebody else.');
      const found = await callProvider({ url, headers: proofOf(account), bytesMax, signal }, (answer) => {
        const to = answer.status >= 300 && answer.status < 400 ? answer.headers.location : undefined;
        return typeof to === 'string' ? { to } : { bytes: bytesOf(answer) };
      });
      if (found.bytes) return found.bytes;
      const next = URL.parse(found.to, url);
      if (!next || !isOfTwilio(next, own.origin))
        throw new VendorFailure('invalid', 'Twilio named a file of somebody else.');
      return callProvider({ url: next.href, bytesMax, signal }, bytesOf);
    },
  };
}

/** An account's name is a part of addresses: what has another form is none, and leads nowhere else. */
function proofOf({ accountId, token }: Asker): { authorization: string } {
  if (!/^AC[\da-f]{32}$/.test(accountId)) throw new VendorFailure('unauthorized', 'This is not an Account SID.');
  return { authorization: `Basic ${Buffer.from(`${accountId}:${token}`).toString('base64')}` };
}

function bytesOf(answer: ProviderAnswer): Uint8Array<ArrayBuffer> {
  const { status, bytes } = answer;
  if (status === 404) throw new VendorFailure('invalid', 'Twilio does not have this file any more.');
  if (status !== 200) throw failureOf(answer);
  if (bytes === null) throw new VendorFailure('invalid', 'This file is too large.');
  return bytes;
}

/** https://www.twilio.com/docs/messaging/api/media-resource: where it keeps files. */
function isOfTwilio({ protocol, hostname, pathname, origin }: URL, own: string): boolean {
  if (origin === own) return true;
  if (protocol !== 'https:') return false;
  const isBucket = /^s3[\w.-]*\.amazonaws\.com$/.test(hostname) && /^\/(?:mms|media)\.twiliocdn\.com\//.test(pathname);
  return isBucket || /(?:^|\.)(?:twiliocdn|twilio)\.com$/.test(hostname);
}
