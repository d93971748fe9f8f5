import type { ServerResponse } from 'node:http';
import { errors } from '@antiphon/contract/error-list';
import { fail } from '@antiphon/contract/errors';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { isRegion, type Region } from '@antiphon/contract/regions';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Logger } from 'pino';
import type { ApiHandler } from './api.ts';
import { type BroughtFonts, mountFonts } from './brought-fonts.ts';
import { mountCallSockets, type OpenCall, type OpenRelay } from './call-sockets.ts';
import { mountClientAssets, mountClientPages, mountPreview, sendNobody } from './client-pages.ts';
import type { Access, RequestContext } from './context.ts';
import { mountDemoPage } from './demo-page.ts';
import { mountDocs } from './docs.ts';
import { toAnswer } from './error-body.ts';
import {
  type CalledHost,
  type HostAgency,
  isForeignName,
  makeHostLookup,
  mayBeAgencyHost,
  normaliseHost,
} from './hosts.ts';
import type { McpHandler } from './mcp.ts';
import { mountOpenApi } from './openapi.ts';
import { mountPages } from './pages.ts';
import { mountPublicPages, type SiteFacts } from './public-pages.ts';
import { ADDRESS_HEADER, clientAddress, makeRequestContext } from './request-context.ts';
import { mountResumePage } from './resume-page.ts';
import type { UpgradeBindings } from './sockets.ts';
import { demandStorable } from './storable-input.ts';
import { mountTestPayments } from './test-payments.ts';

/** What one region answers with. */
export type RegionApi = {
  access: Access;
  handle: ApiHandler;
  /** Everything under `auth/`. */
  signIn(context: RequestContext, request: Request): Promise<Response>;
  /** Programs of members, by their keys. */
  mcp: McpHandler;
  /** `hostOf`: whose host was called; null on the platform's own. */
  serveFile(id: string, hostOf: WorkspaceUid | null): Promise<Response | null>;
  /** An archive to whoever asked for it. */
  downloadExport(context: RequestContext, named: { uid: string; id: string }): Promise<Response>;
  /** The sound of a call to whoever may hear it. */
  takeRecording(context: RequestContext, of: NamedRecording, isDownload: boolean): Promise<Response>;
  /** Of a conversation, to its visitor. */
  streamEvents(context: RequestContext, id: string, response: ServerResponse): Promise<void>;
  /** Of a conversation, to the workspace's operators; `from` is the id of the last event that is known. */
  streamInbox(
    context: RequestContext,
    what: { uid: string; id: string; from: string | null },
    response: ServerResponse,
  ): Promise<void>;
  /** Of a workspace, to its members. */
  streamSignals(context: RequestContext, uid: string, response: ServerResponse): Promise<void>;
  /** Of the payment provider, signed by it. */
  takePaymentEvent(context: RequestContext, request: Request, endpoint: string): Promise<Response>;
  /** Of a provider of channels, signed by it. */
  takeHook(context: RequestContext, request: Request, named: { provider: string; hookKey: string }): Promise<Response>;
  openCall: OpenCall;
  openRelay: OpenRelay;
  /** Null where no agency of this region has the host. */
  findHostAgency(host: string): Promise<HostAgency | null>;
  /** What a host of a workspace's agency answers for itself, so that whoever looks from outside sees that it is here. */
  hostToken(uid: WorkspaceUid, host: string): string;
  /** Whether the proxy may order a certificate for it now. */
  mayHaveCertificate(host: string): Promise<boolean>;
  /** The style sheet of a workspace's agency. */
  readAgencyCss(uid: WorkspaceUid): Promise<string>;
  /** Where the pages of its iframes come from. */
  readFrameOrigins(uid: WorkspaceUid): Promise<string[]>;
  /** The page of an agency's custom tab; null without a good address. */
  serveTab(id: string, query: URLSearchParams): Promise<Response | null>;
} & BroughtFonts;

/** `isServing`: a region has answered within the last minute. */
export type Readiness = { isServing: boolean; regions: Partial<Record<Region, 'ok' | 'down' | 'unused'>> };

export type ServerOptions = {
  /** The second region starts at its first use. */
  openRegion(region: Region): Promise<RegionApi>;
  regions: readonly Region[];
  /** False where a region was never used, so that nobody has anything in it: looking must not begin it. */
  hasRegion(region: Region): boolean;
  /** Agencies' subdomains stand under it. */
  rootDomain: string;
  /** What agencies wrote runs there, and nothing else is there. */
  contentHost: string;
  site: SiteFacts;
  /** Of the payment provider's stand-in; null where payments are real, or none are taken. */
  paymentsStandIn: URL | null;
  /** Cards are typed into fields of the payment provider itself, in a region at least. */
  takesCards: boolean;
  trustedProxies: number;
  readiness(): Promise<Readiness>;
  isShuttingDown(): boolean;
  log: Logger;
};

type OfAgency = Extract<CalledHost, { kind: 'agency' }>;
type Env = { Bindings: HttpBindings & UpgradeBindings & { called?: OfAgency } };

/** Of this host alone: what else has a name under the same domain is not ours to bind. */
const YEAR_OF_HTTPS = 'max-age=31536000';
/** Of a domain that may be taken elsewhere tomorrow. */
const DAY_OF_HTTPS = 'max-age=86400';

/** Answers a request by the host that it names: the platform's own, or an agency's, which shares nothing with it but the API. */
export function makeServer(options: ServerOptions): Pick<Hono<Env>, 'fetch'> {
  const { rootDomain, site, regions } = options;
  const platform = makePlatform(options);
  const clients = makeClients(options);
  const contents = makeContents(options);
  const where = { rootDomain, publicUrl: site.publicUrl };
  const findHost = makeHostLookup({
    regions,
    findHostAgency: async (region, host) =>
      options.hasRegion(region) ? (await options.openRegion(region)).findHostAgency(host) : null,
  });
  const isHttps = site.publicUrl?.startsWith('https:') ?? false;
  return {
    fetch(request, bindings, execution) {
      const host = normaliseHost(request.headers.get('host') ?? new URL(request.url).host);
      // Set on what is answered with, so that it also stands on what is written raw.
      const isForeign = mayBeAgencyHost(host, where) && isForeignName(host, where);
      const hsts = isForeign ? DAY_OF_HTTPS : YEAR_OF_HTTPS;
      if (isHttps) (bindings as Env['Bindings']).outgoing.setHeader('strict-transport-security', hsts);
      // Whoever holds the connection open sends its next request to a process that stays.
      if (options.isShuttingDown()) (bindings as Env['Bindings']).outgoing.setHeader('connection', 'close');
      if (host === options.contentHost) return contents.fetch(request, bindings, execution);
      if (!mayBeAgencyHost(host, where)) return platform.fetch(request, bindings, execution);
      const env = bindings as Env['Bindings'];
      return findHost(host).then(
        (called) => clients.fetch(request, called.kind === 'agency' ? { ...env, called } : env, execution),
        (error: unknown) => sendUnavailable(error, options.log),
      );
    },
  };
}

/** Whose host it is cannot be told now: nobody's page, which says nothing of anybody, would be wrong. */
function sendUnavailable(error: unknown, log: Logger): Response {
  const { status, body } = toAnswer(error, '', log);
  return Response.json(body, { status, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
}

/** Hosts of agencies, and names that nobody has. */
function makeClients(options: ServerOptions): Hono<Env> {
  const app = new Hono<Env>();
  mountApi(app, options);
  const pages = new Hono<Env>();
  // Clients pay their agency from here.
  mountTestPayments(pages as unknown as Hono, options.paymentsStandIn);
  mountClientPages(pages as unknown as Hono, (c) => (c.env as Env['Bindings']).called as OfAgency, {
    readCss: async ({ region, agency }) => (await options.openRegion(region)).readAgencyCss(agency.workspaceUid),
    contentHost: options.contentHost,
    takesCards: options.takesCards,
  });
  mountFonts(app as unknown as Hono, (region) => openServed(options, region));
  pages.notFound(sendNobody);
  pages.onError((error, c) => sendError(c as unknown as Context<Env>, error, undefined, options.log));
  app.get('/.well-known/host-check', async (c) => {
    const { called } = c.env;
    if (!called) return sendNobody(c);
    const { hostToken } = await options.openRegion(called.region);
    c.header('cache-control', 'no-store');
    return c.text(hostToken(called.agency.workspaceUid, called.host));
  });
  // Everything but the API, for which the context of each request knows the agency.
  app.all('*', (c) => (c.env.called ? pages.fetch(c.req.raw, c.env) : sendNobody(c)));
  app.onError((error, c) => sendError(c, error, undefined, options.log));
  return app;
}

/** Pages that agencies wrote, on a host without cookies, without an API, and without anything of ours. */
function makeContents(options: ServerOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/tabs/:region/:id', async (c) => {
    const region = c.req.param('region');
    if (!isRegion(region) || !options.regions.includes(region) || !options.hasRegion(region)) return sendNobody(c);
    const api = await options.openRegion(region);
    return (await api.serveTab(c.req.param('id'), new URL(c.req.url).searchParams)) ?? sendNobody(c);
  });
  app.notFound(sendNobody);
  app.onError((error, c) => sendError(c, error, undefined, options.log));
  return app;
}

const answerPreflight = cors({
  origin: '*',
  allowHeaders: ['authorization', 'content-type', 'last-event-id'],
  maxAge: 86_400,
});

/** Said of the answer that is there: hono's own says it before, and then makes the answer a second time, with a stream for its body. */
const openToAnyPage: MiddlewareHandler<Env> = async (c, next) => {
  if (c.req.method === 'OPTIONS') return answerPreflight(c, next);
  await next();
  c.res.headers.set('access-control-allow-origin', '*');
  c.res.headers.set('access-control-expose-headers', 'retry-after');
};

/** The calls of visitors, members and clients. */
function mountApi(app: Hono<Env>, options: ServerOptions) {
  mountStream(app, options, '/api/:region/public/conversations/:id/events', {
    open: (api, context, { id }, response) => api.streamEvents(context, id, response),
    isPublic: true,
  });
  mountStream(app, options, '/api/:region/v2/workspaces/:uid/events', {
    open: (api, context, { uid }, response) => api.streamSignals(context, uid, response),
  });
  mountStream(app, options, '/api/:region/v2/workspaces/:uid/conversations/:id/events', {
    open: (api, context, what, response) => api.streamInbox(context, what, response),
  });
  mountCallSockets(app as unknown as Hono, async (c) => {
    const region = c.req.param('region') as Region;
    const called = c as unknown as Context<Env>;
    const api = await openCalled(called, options, region);
    return { api, context: makeRequestContext(contextOf(called, options, api, region)) };
  });
  // Visitors call from pages of any origin, with a token and never a cookie.
  for (const path of ['/api/:region/public/*', '/api/:region/v2/public/*', '/api/:region/agents/*'])
    app.use(path, openToAnyPage);
  mountRegions(app, options);
}

function makePlatform(options: ServerOptions): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/livez', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    if (options.isShuttingDown()) return c.json({ status: 'stopping' }, 503);
    const { isServing, regions } = await options.readiness();
    return c.json({ status: isServing ? 'ok' : 'down', regions }, isServing ? 200 : 503);
  });
  mountOpenApi(app as unknown as Hono, options.site);
  mountDocs(app as unknown as Hono, options.site.platformName);
  mountApi(app, options);
  mountPreview(app as unknown as Hono, {
    contentHost: options.contentHost,
    findOrigins: (c, region) => findPreviewed(c as unknown as Context<Env>, options, region),
  });
  mountTestPayments(app as unknown as Hono, options.paymentsStandIn);
  mountPages(app as unknown as Hono, { ...options.site, takesCards: options.takesCards });
  mountDemoPage(app as unknown as Hono);
  mountResumePage(app as unknown as Hono);
  mountClientAssets(app as unknown as Hono);
  mountFonts(app as unknown as Hono, (region) => openServed(options, region));
  const { sendMissing } = mountPublicPages(app as unknown as Hono, options.site);
  app.notFound(
    (c) => sendMissing(c) ?? c.json({ code: 'not_found', message: errors.not_found.message, requestId: '' }, 404),
  );
  app.onError((error, c) => {
    const { status, body } = toAnswer(error, '', options.log);
    return c.json(body, status as 500);
  });
  return app;
}

const openServed = (options: ServerOptions, region: Region) =>
  options.regions.includes(region) && options.hasRegion(region) ? options.openRegion(region) : null;

/** What the iframes of the agency that a member previews may come from; nothing for whoever is no member. */
async function findPreviewed(c: Context<Env>, options: ServerOptions, region: Region): Promise<string[]> {
  if (!options.regions.includes(region) || !options.hasRegion(region)) return [];
  const api = await options.openRegion(region);
  const user = await api.access.findSession(c.req.raw.headers);
  const uid = (c.req.query('uid') ?? '').slice(0, 64) as WorkspaceUid;
  const found = user && uid && (await api.access.findMembership(user.userId, uid));
  return found ? api.readFrameOrigins(found.workspaceUid) : [];
}

/** On an agency's host its own region alone is there, and on a host that nobody has none. */
async function openCalled(c: Context<Env>, options: ServerOptions, region: Region): Promise<RegionApi> {
  if (!isRegion(region) || !options.regions.includes(region)) fail('invalid_region');
  const host = normaliseHost(c.req.header('host') ?? '');
  const isElsewhere = c.env.called ? c.env.called.region !== region : isAgencyName(options, host);
  if (isElsewhere) fail('not_found');
  return options.openRegion(region);
}

const isAgencyName = ({ rootDomain, site }: ServerOptions, host: string) =>
  mayBeAgencyHost(host, { rootDomain, publicUrl: site.publicUrl });

const contextOf = (c: Context<Env>, options: ServerOptions, api: RegionApi, region: Region) => ({
  request: c.req.raw,
  region,
  address: clientAddress(c.env, c.req.raw.headers, options.trustedProxies),
  access: api.access,
  log: options.log,
  agency: c.env.called?.agency ?? null,
  publicUrl: options.site.publicUrl,
});

type Stream = {
  open(
    api: RegionApi,
    context: RequestContext,
    what: { uid: string; id: string; from: string | null },
    response: ServerResponse,
  ): Promise<void>;
  /** Read from pages of any origin. */
  isPublic?: true;
};

/**
 * Writes to the raw response, which costs a third of hono's own streams. No middleware may stand around it: whatever changes
 * the answer's headers afterwards finds them sent.
 */
function mountStream(app: Hono<Env>, options: ServerOptions, path: string, stream: Stream) {
  app.get(path, async (c) => {
    const region = c.req.param('region') as Region;
    let context: RequestContext | undefined;
    try {
      const api = await openCalled(c, options, region);
      context = makeRequestContext(contextOf(c, options, api, region));
      const { uid = '', id = '' } = c.req.param() as { uid?: string; id?: string };
      const what = { uid, id, from: c.req.query('from') ?? null };
      demandStorable(what);
      await stream.open(api, context, what, c.env.outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    } catch (error) {
      if (stream.isPublic) c.header('access-control-allow-origin', '*');
      return sendError(c, error, context, options.log);
    }
  });
}

function mountRegions(app: Hono<Env>, options: ServerOptions) {
  app.all('/api/:region/*', async (c) => {
    const region = c.req.param('region') as Region;
    const address = clientAddress(c.env, c.req.raw.headers, options.trustedProxies);
    const isHead = c.req.raw.method === 'HEAD' && !isSignIn(c.req.path);
    const request = isHead ? new Request(c.req.raw, { method: 'GET' }) : c.req.raw;
    let context: RequestContext | undefined;
    try {
      const api = await openCalled(c, options, region);
      context = makeRequestContext({ ...contextOf(c, options, api, region), request });
      const answer = await route(c.req.path, request, api, context, address);
      answer.headers.set('x-request-id', context.requestId);
      if (!isHead) return answer;
      // What nobody reads would hold its file open.
      await answer.body?.cancel();
      return new Response(null, answer);
    } catch (error) {
      return sendError(c, error, context, options.log);
    }
  });
}

/** Links of sign-in are used up by a `GET`: whoever only looks uses up nothing. */
const isSignIn = (path: string) => /^\/api\/[^/]+\/auth\//.test(path);

type NamedRecording = Record<'uid' | 'id' | 'callId', string>;
const RECORDING =
  /^\/v2\/workspaces\/(?<uid>[\w-]{1,80})\/conversations\/(?<id>\w{1,80})\/calls\/(?<callId>\w{1,80})\/recording$/;

async function route(
  whole: string,
  received: Request,
  api: RegionApi,
  context: RequestContext,
  address: string,
): Promise<Response> {
  const path = whole.replace(/^\/api\/[^/]+/, '');
  if (path.startsWith('/auth/')) {
    // Signing in to the platform is no part of an agency's host.
    if (context.agency) fail('not_found');
    const request = new Request(received);
    request.headers.set(ADDRESS_HEADER, address);
    return api.signIn(context, request);
  }
  if (path === '/mcp') return api.mcp(received, context);
  const file = /^\/files\/([0-9A-Za-z_]+)$/.exec(path);
  const [, uid, id] = /^\/v2\/workspaces\/([\w-]+)\/exports\/([\w-]+)\/file$/.exec(path) ?? [];
  if (uid && id && received.method === 'GET') return api.downloadExport(context, { uid, id });
  const call = RECORDING.exec(path)?.groups as NamedRecording | undefined;
  if (call && received.method === 'GET')
    return api.takeRecording(context, call, new URL(received.url).searchParams.has('download'));
  const endpoint = /^\/stripe\/events\/(\w+)$/.exec(path)?.[1];
  if (endpoint && received.method === 'POST') return api.takePaymentEvent(context, received, endpoint);
  const [, provider, hookKey] = /^\/hooks\/(\w+)\/(\w+)$/.exec(path) ?? [];
  if (provider && hookKey && (received.method === 'POST' || received.method === 'GET'))
    return api.takeHook(context, received, { provider, hookKey });
  const response = file?.[1]
    ? await api.serveFile(file[1], context.agency?.workspaceUid ?? null)
    : await api.handle(received, context);
  return response ?? fail('not_found');
}

function sendError(c: Context<Env>, error: unknown, context: RequestContext | undefined, log: Logger) {
  const { status, body, headers } = toAnswer(error, context?.requestId ?? '', log);
  return c.json(body, status as 500, { ...headers, 'x-request-id': body.requestId });
}
