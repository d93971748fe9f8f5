import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MetaAppStandIn, makeMetaAppStandIn } from './meta-stand-in-app.ts';
import type { GraphRefusal, MetaApp, MetaObject } from './meta-stand-in-hook.ts';
import { type MetaInstagram, makeMetaInstagram } from './meta-stand-in-instagram.ts';
import { makeWhatsAppNumber } from './meta-stand-in-number.ts';
import { makeMetaPage } from './meta-stand-in-page.ts';
import { readGiven } from './read-given.ts';

/**
 * `reset`: done, then the connection ends without a word. `silent`: done, and no answer for 30 seconds. `garbage`: done, and the answer is none of
 * Meta's. `tooMany`, `down`, `broken`: not done.
 */
export type MetaFault = 'reset' | 'silent' | 'garbage' | 'endless' | 'down' | 'broken' | 'tooMany';
type Planned = { fault: MetaFault; on: RegExp; times: number };

const VERSION = 'v26.0';
const errorBody = ({ code, message, subcode }: Omit<GraphRefusal, 'status'>) => ({
  error: {
    message,
    type: 'OAuthException',
    code,
    ...(subcode ? { error_subcode: subcode } : {}),
    error_data: { messaging_product: 'whatsapp', details: message },
    fbtrace_id: 'A',
  },
});
const UNDONE: Partial<Record<MetaFault, GraphRefusal>> = {
  tooMany: { status: 429, code: 130429, message: '(#130429) Rate limit hit' },
  broken: { status: 500, code: 131000, message: '(#131000) Something went wrong' },
};
const NOT_THERE = { status: 400, code: 100, subcode: 33, message: 'Unsupported request. Object does not exist' };

/**
 * A loopback server of the parts of Meta's Graph API that we call, after https://developers.facebook.com/docs/graph-api: other versions, paths
 * and parameters are refused, as are tokens that it did not give, a proof that is not of the app's secret, and addresses that do not answer
 * its challenge. `reach`: where the address of a webhook is found on this machine.
 */
export async function startMetaStandIn({ reach = (url: string) => url } = {}) {
  const objects: MetaObject[] = [];
  /** Those whose files are not asked for with a token. */
  const openly: MetaObject[] = [];
  const revoked = new Set<string>();
  const requests: { token: string; method: string; path: string; given: Record<string, unknown>; at: number }[] = [];
  const planned: Planned[] = [];
  let root = '';

  const takeFault = (named: string) => {
    const found = planned.find(({ on, times }) => times > 0 && on.test(named));
    if (found) found.times -= 1;
    return found?.fault ?? null;
  };

  const refusalOf = (app: MetaApp | undefined, token: string, query: URLSearchParams): GraphRefusal | null => {
    if (!app || revoked.has(token))
      return { status: 401, code: 190, message: 'Error validating access token: the session has been invalidated' };
    const proof = createHmac('sha256', app.secret).update(token).digest('hex');
    return query.get('appsecret_proof') === proof
      ? null
      : { status: 400, code: 100, message: 'Invalid appsecret_proof provided in the API argument' };
  };

  const answer = async (
    asked: { token: string; method: string; path: string; query: URLSearchParams },
    given: Record<string, unknown>,
  ) => {
    const { token, method, path, query } = asked;
    const own = objects.filter(({ app }) => app.token === token);
    const refused = refusalOf(own[0]?.app, token, query);
    if (refused) return { status: refused.status, body: errorBody(refused) };
    for (const object of own) {
      const made = await object.answer(method, path, query, given);
      if (made?.refused) return { status: made.refused.status, body: errorBody(made.refused) };
      if (made) return { status: 200, body: made.result };
    }
    return { status: NOT_THERE.status, body: errorBody(NOT_THERE) };
  };

  const fail = (fault: MetaFault, response: ServerResponse) => {
    const undone = UNDONE[fault];
    if (undone) response.writeHead(undone.status).end(JSON.stringify(errorBody(undone)));
    else if (fault === 'reset') response.destroy();
    // Whoever waits hangs up, or is hung up on.
    else if (fault === 'silent') setTimeout(() => response.destroy(), 30_000).unref();
    else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
    else if (fault === 'endless') response.writeHead(200).end(`{"messages":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    else response.writeHead(502).end('<html>Bad gateway</html>');
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', root);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const file = /^\/files\/(\d+)$/.exec(url.pathname)?.[1];
    if (file) {
      const asked = token === '' ? openly : objects.filter((one) => one.app.token === token && !openly.includes(one));
      const bytes = asked.map((object) => object.fileAt(file)).find((found) => found !== null);
      return void (bytes ? response.writeHead(200).end(bytes) : response.writeHead(404).end());
    }
    const [, version, path = ''] = /^\/(v[\d.]+)\/(.+)$/.exec(url.pathname) ?? [];
    const given = await readGiven(request);
    const method = request.method ?? '';
    requests.push({ token, method, path, given, at: Date.now() });
    const fault = takeFault(`${method} ${path}`);
    if (fault && (fault === 'down' || UNDONE[fault])) return fail(fault, response);
    const { status, body } =
      version === VERSION
        ? await answer({ token, method, path, query: url.searchParams }, given)
        : { status: 400, body: errorBody({ code: 2635, message: 'This version is not answered' }) };
    if (fault) return fail(fault, response);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const newToken = () => `EAA${randomBytes(60).toString('hex')}`;
  const addApp = (): MetaAppStandIn => {
    const app = makeMetaAppStandIn({ reach, isRevoked: (token) => revoked.has(token) });
    objects.push(app.object);
    return app;
  };
  return {
    url: root,
    requests,
    addNumber({ name = 'Harbour' } = {}) {
      const app = { token: newToken(), secret: randomBytes(16).toString('hex') };
      const number = makeWhatsAppNumber({ name, app, root: () => root, reach });
      objects.push(number);
      return number;
    },
    /** A page of an app, or of a new one. Its files lie at addresses that open them for anybody. */
    addPage({
      name = 'Harbour',
      username = 'harbour.example' as string | null,
      app = addApp(),
      tokenType = 'PAGE',
      instagram = null as string | null,
    } = {}) {
      const at = { app, root: () => root, reach };
      const account = instagram
        ? makeMetaInstagram({
            ...{ ...at, username: instagram, name },
            access: () => page.app,
            isSubscribed: () => page.isSubscribed(),
          })
        : null;
      const page = makeMetaPage({ ...at, name, username, token: newToken(), tokenType, instagram: account });
      app.pages.push(page);
      for (const object of account ? [account, page] : [page]) {
        objects.push(object);
        openly.push(object);
      }
      return Object.assign(page, { instagram: account as MetaInstagram });
    },
    /** Its token has ended; the new one. */
    reissue({ app }: { app: MetaApp }): string {
      revoked.add(app.token);
      app.token = newToken();
      return app.token;
    },
    /** For the next `times` calls whose method and path `on` names. */
    next(fault: MetaFault, { on = /./, times = 1 }: { on?: RegExp; times?: number } = {}) {
      planned.push({ fault, on, times });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
