import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  answersChallenge,
  digits,
  type GraphOutcome,
  type MetaApp,
  type MetaObject,
  refused,
  wrong,
} from './meta-stand-in-hook.ts';

const Subscription = z.strictObject({
  object: z.enum(['page', 'instagram']),
  callback_url: z.string().max(200),
  verify_token: z.string(),
  fields: z.string().regex(/^\w+(?:,\w+)*$/),
  include_values: z.boolean().optional(),
});

export type MetaAppStandIn = ReturnType<typeof makeMetaAppStandIn>;

/** An app of somebody's own, with its one address for all pages that use it. `isRevoked`: of a token. */
export function makeMetaAppStandIn(me: { reach: (url: string) => string; isRevoked: (token: string) => boolean }) {
  const id = digits(15);
  let secret = randomBytes(16).toString('hex');
  const hooks = new Map<string, { url: string; fields: string[] }>();
  const pages: { id: string; app: MetaApp; tokenType: string }[] = [];

  const debug = (query: URLSearchParams): GraphOutcome => {
    const token = query.get('input_token') ?? '';
    const page = pages.find((one) => one.app.token === token);
    if (!page && !me.isRevoked(token)) return wrong('The App_id in the input_token did not match the Viewing App');
    if (me.isRevoked(token) || !page)
      return { result: { data: { app_id: id, is_valid: false, error: { code: 190, message: 'It has ended' } } } };
    const data = { app_id: id, type: page.tokenType, is_valid: true, profile_id: page.id };
    return { result: { data } };
  };

  const subscribe = async (given: Record<string, unknown>): Promise<GraphOutcome> => {
    const { success, data } = Subscription.safeParse(given);
    if (!success) return wrong('Invalid parameter');
    if (!(await answersChallenge(me.reach(data.callback_url), data.verify_token)))
      return refused(2200, '(#2200) Callback verification failed');
    hooks.set(data.object, { url: data.callback_url, fields: data.fields.split(',') });
    return { result: { success: true } };
  };

  const subscriptions = () =>
    [...hooks].map(([object, { url, fields }]) => ({
      ...{ object, callback_url: url, active: true },
      fields: fields.map((name) => ({ name, version: 'v26.0' })),
    }));

  const object: MetaObject = {
    // The token of the app itself.
    get app() {
      return { token: `${id}|${secret}`, secret };
    },
    answer(method, path, query, given) {
      if (method === 'GET' && path === 'debug_token') return debug(query);
      if (path !== `${id}/subscriptions`) return null;
      if (method === 'GET') return { result: { data: subscriptions() } };
      if (method === 'POST') return subscribe(given);
      if (method !== 'DELETE' || !hooks.delete(query.get('object') ?? '')) return wrong('Invalid parameter');
      return { result: { success: true } };
    },
    fileAt: () => null,
  };

  return {
    id,
    object,
    pages,
    secret: () => secret,
    hookUrl: (of = 'page') => hooks.get(of)?.url ?? null,
    hookFields: (of = 'page') => hooks.get(of)?.fields ?? [],
    /** Somebody else's, set by hand. */
    setHook(url: string) {
      hooks.set('page', { url, fields: ['messages'] });
    },
    changeSecret() {
      secret = randomBytes(16).toString('hex');
    },
  };
}
