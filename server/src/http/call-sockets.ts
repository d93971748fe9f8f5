import { fail } from '@antiphon/contract/errors';
import type { Context, Hono } from 'hono';
import type { RequestContext } from './context.ts';
import type { TakeSocket, UpgradeBindings } from './sockets.ts';

/** Of the caller who has the secret; null for anybody else. */
export type OpenCall = (context: RequestContext, named: { id: string; secret: string }) => Promise<TakeSocket | null>;

/** What the relay of a provider of telephony names; null where it is not let in. */
export type OpenRelay = (
  context: RequestContext,
  named: { hookKey: string; vendorCallId: string; id: string; secret: string },
) => Promise<TakeSocket | null>;

type Opened = { api: { openCall: OpenCall; openRelay: OpenRelay }; context: RequestContext };

/**
 * Connections of calls, for whoever names a call's secret as the protocol that they speak: browsers can send no other header, and
 * addresses are written to logs. Without a request for a connection nothing is there.
 */
export function mountCallSockets(app: Hono, open: (c: Context) => Promise<Opened>) {
  app.get('/api/:region/calls/:id', async (c) => {
    const { takeSocket } = c.env as UpgradeBindings;
    const secret = /^call\.(\w{20,80})$/.exec(c.req.header('sec-websocket-protocol') ?? '')?.[1];
    if (!takeSocket || !secret) fail('not_found');
    const { api, context } = await open(c);
    const taken = await api.openCall(context, { id: c.req.param('id').slice(0, 64), secret });
    if (!taken) fail('not_found');
    takeSocket(taken);
    return c.body(null, 204);
  });
  app.get('/api/:region/relay/:hookKey/:vendorCallId/:id/:secret', async (c) => {
    const { takeSocket } = c.env as UpgradeBindings;
    const { hookKey, vendorCallId, id, secret } = c.req.param();
    const isNamed = [hookKey, vendorCallId, id, secret].every((part) => /^\w{8,80}$/.test(part));
    if (!takeSocket || !isNamed || new URL(c.req.url).search !== '') fail('not_found');
    const { api, context } = await open(c);
    const taken = await api.openRelay(context, { hookKey, vendorCallId, id, secret });
    if (!taken) fail('not_found');
    takeSocket(taken);
    return c.body(null, 204);
  });
}
