import { z } from 'zod';
import { AccountRefused, type ChannelAccount } from '../../domain/channels/channels.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import type { makeGraphApi } from './graph-api.ts';

const Token = z.object({
  data: z.object({ app_id: z.string(), type: z.string().optional(), is_valid: z.boolean() }),
});
const Subscriptions = z.object({ data: z.array(z.object({ object: z.string(), callback_url: z.string() })) });
const Done = z.object({ success: z.literal(true) });

/** Of what an app is told, each at an address of its own: messages of pages, and of Instagram accounts. */
const OBJECTS = ['page', 'instagram'] as const;
export type MetaAppObject = (typeof OBJECTS)[number];

/**
 * An app at Meta, by its own token (https://developers.facebook.com/docs/facebook-login/guides/access-tokens#apptokens): whether a page's token was
 * made for it, and the one address that is called for all its pages. `accountId` is its ID.
 */
export function makeMetaApp({
  call,
  object,
}: {
  call: ReturnType<typeof makeGraphApi>['call'];
  object: MetaAppObject;
}) {
  const asApp = ({ accountId, hookSecret }: ChannelAccount) => ({ token: `${accountId}|${hookSecret}`, hookSecret });
  const path = ({ accountId }: ChannelAccount) => `${accountId}/subscriptions`;

  const list = async (account: ChannelAccount, signal: AbortSignal) => {
    const asked = { account: asApp(account), path: path(account), result: Subscriptions, signal };
    return (await call(asked).catch(orRefused)).data;
  };

  return {
    /** Where it is called now; empty where nowhere. `AccountRefused` where there is no such app, or its secret is another. */
    async hookUrl(account: ChannelAccount, signal: AbortSignal) {
      const subscriptions = await list(account, signal);
      return (subscriptions.find((one) => one.object === object)?.callback_url ?? '').slice(0, 1_000);
    },
    async isCalledForOthers(account: ChannelAccount, signal: AbortSignal): Promise<boolean> {
      const others = OBJECTS.filter((one) => one !== object) as string[];
      return (await list(account, signal)).some((one) => others.includes(one.object));
    },
    /** https://developers.facebook.com/docs/graph-api/reference/debug_token: `AccountRefused` where it is another app's, or no page's. */
    async demandPageToken(account: ChannelAccount, signal: AbortSignal) {
      const query = { input_token: account.token };
      const { data } = await call({
        account: asApp(account),
        path: 'debug_token',
        query,
        result: Token,
        signal,
      }).catch((error) => {
        // "The App_id in the input_token did not match the Viewing App".
        throw error instanceof VendorFailure && error.kind === 'invalid' ? ofAnotherApp() : error;
      });
      if (!data.is_valid) throw new AccountRefused('metaToken', 'token');
      if (data.app_id !== account.accountId) throw ofAnotherApp();
      if (data.type !== 'PAGE') throw new AccountRefused('metaNoPage', 'token');
    },
    /** https://developers.facebook.com/docs/graph-api/reference/app/subscriptions */
    async listen(
      account: ChannelAccount,
      { url, verifyToken, fields }: { url: string; verifyToken: string; fields: string[] },
      signal: AbortSignal,
    ) {
      const body = {
        object,
        callback_url: url,
        verify_token: verifyToken,
        fields: fields.join(','),
        include_values: true,
      };
      await call({ account: asApp(account), method: 'POST', path: path(account), body, result: Done, signal });
    },
    async leave(account: ChannelAccount, signal: AbortSignal) {
      const query = { object };
      await call({ account: asApp(account), method: 'DELETE', path: path(account), query, result: Done, signal });
    },
  };
}

const ofAnotherApp = () => new AccountRefused('metaOtherApp', 'token');

/** The app's token is its ID and its secret: one of them is not right. */
function orRefused(error: unknown): never {
  throw error instanceof VendorFailure && !error.canRetry ? new AccountRefused('metaApp', 'hookSecret') : error;
}
