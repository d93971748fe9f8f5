import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import { isRegion, type Region } from '@antiphon/contract/regions';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { ApiHandler } from './api.ts';
import type { Access, RequestContext } from './context.ts';
import { mountDocs } from './docs.ts';
import { toAnswer } from './error-body.ts';
import { limitBody } from './limit-body.ts';
import { mountPages } from './pages.ts';
import { ADDRESS_HEADER, clientAddress, makeRequestContext } from './request-context.ts';
import { demandStorable } from './storable-input.ts';

/** What one region answers with. */
export type RegionApi = {
  access: Access;
  handle: ApiHandler;
  /** Everything under `auth/`. */
  signIn(request: Request): Promise<Response>;
  serveFile(id: string): Promise<Response | null>;
  streamEvents(context: RequestContext, id: string, response: ServerResponse): Promise<void>;
  isReady(): Promise<boolean>;
};

export type ServerOptions = {
  /** The second region starts at its first use. */
  openRegion(region: Region): Promise<RegionApi>;
  regions: readonly Region[];
  platformName: string;
  trustedProxies: number;
  makeOpenApi(origin: string): Promise<unknown>;
  isShuttingDown(): boolean;
  log: Logger;
};

type Env = { Bindings: HttpBindings };

export function makeServer(options: ServerOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/livez', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const isReady =
      !options.isShuttingDown() && (await (await options.openRegion(options.regions[0] ?? 'na')).isReady());
    return c.json({ status: isReady ? 'ok' : 'stopping' }, isReady ? 200 : 503);
  });
  app.get('/api/openapi.json', async (c) => c.json(await options.makeOpenApi(new URL(c.req.url).origin)));
  mountDocs(app as unknown as Hono, `${options.platformName} API`);
  mountEventStream(app, options);
  // Visitors call from pages of any origin, with a token and never a cookie.
  for (const path of ['/api/:region/public/*', '/api/:region/v2/public/*', '/api/:region/agents/*'])
    app.use(
      path,
      cors({ origin: '*', allowHeaders: ['authorization', 'content-type', 'last-event-id'], maxAge: 86_400 }),
    );
  mountRegions(app, options);
  mountPages(app as unknown as Hono, { platformName: options.platformName });
  app.notFound((c) => c.json({ code: 'not_found', message: errors.not_found.message, requestId: '' }, 404));
  app.onError((error, c) => {
    const { status, body } = toAnswer(error, '', options.log);
    return c.json(body, status as 500);
  });
  return app;
}

/**
 * Writes to the raw response, which costs a third of hono's own streams. No middleware may stand around it: whatever changes
 * the answer's headers afterwards finds them sent.
 */
function mountEventStream(app: Hono<Env>, options: ServerOptions) {
  app.get('/api/:region/public/conversations/:id/events', async (c) => {
    const region = c.req.param('region');
    let context: RequestContext | undefined;
    try {
      if (!isRegion(region) || !options.regions.includes(region)) fail('invalid_region');
      const api = await options.openRegion(region);
      const address = clientAddress(c.env, c.req.raw.headers, options.trustedProxies);
      context = makeRequestContext({ request: c.req.raw, region, address, access: api.access, log: options.log });
      demandStorable(c.req.param('id'));
      await api.streamEvents(context, c.req.param('id'), c.env.outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    } catch (error) {
      c.header('access-control-allow-origin', '*');
      return sendError(c, error, context, options.log);
    }
  });
}

/** What a form needs besides its file. */
const FORM_BYTES = 65_536;

/** Uploads may be larger than anything else that is sent. */
const isUpload = (path: string) => /\/(files|knowledge)$/.test(path);

function mountRegions(app: Hono<Env>, options: ServerOptions) {
  app.all('/api/:region/*', async (c) => {
    const region = c.req.param('region');
    const address = clientAddress(c.env, c.req.raw.headers, options.trustedProxies);
    let context: RequestContext | undefined;
    try {
      if (!isRegion(region) || !options.regions.includes(region)) fail('invalid_region');
      const api = await options.openRegion(region);
      context = makeRequestContext({ request: c.req.raw, region, address, access: api.access, log: options.log });
      const request = isUpload(c.req.path)
        ? limitBody(c.req.raw, limits.uploadBytesMax + FORM_BYTES, limits.uploadBytesMax)
        : limitBody(c.req.raw, limits.bodyBytesMax);
      const answer = await route(c.req.path, request, api, context, address);
      answer.headers.set('x-request-id', context.requestId);
      return answer;
    } catch (error) {
      return sendError(c, error, context, options.log);
    }
  });
}

async function route(
  whole: string,
  received: Request,
  api: RegionApi,
  context: RequestContext,
  address: string,
): Promise<Response> {
  const path = whole.replace(/^\/api\/[^/]+/, '');
  if (path.startsWith('/auth/')) {
    const request = new Request(received);
    request.headers.set(ADDRESS_HEADER, address);
    return api.signIn(request);
  }
  const file = /^\/files\/([0-9A-Za-z_]+)$/.exec(path);
  const response = file?.[1] ? await api.serveFile(file[1]) : await api.handle(received, context);
  return response ?? fail('not_found');
}

function sendError(c: Context<Env>, error: unknown, context: RequestContext | undefined, log: Logger) {
  const { status, body } = toAnswer(error, context?.requestId ?? '', log);
  // A body that is refused is not read to its end; the connection cannot be used again.
  if (status === 413) drain(c.env.incoming as IncomingMessage);
  return c.json(body, status as 500, { 'x-request-id': body.requestId });
}

/** Lets the caller finish sending (up to a bound), so that it reads the answer instead of seeing a reset connection. */
function drain(incoming: IncomingMessage) {
  const BYTES_MAX = 1024 * 1024 * 1024;
  let bytes = 0;
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) incoming.destroy();
  });
  incoming.resume();
}
