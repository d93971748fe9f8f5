import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DiscordBot, makeDiscordBot } from './discord-stand-in-bot.ts';
import { makeDiscordGatewayStandIn } from './discord-stand-in-gateway.ts';
import { type DiscordRefusal, newSnowflake } from './discord-stand-in-parts.ts';
import { readGiven } from './read-given.ts';

/**
 * `reset`: done, then the connection ends without a word. `silent`: done, and no answer for 30 seconds. `garbage`: done, and the answer is none of
 * Discord's. `tooMany`, `down`, `broken`, `shutOut`: not done.
 */
export type DiscordFault =
  | 'reset'
  | 'silent'
  | 'garbage'
  | 'endless'
  | 'down'
  | 'broken'
  | 'shutOut'
  | { tooMany: number; isGlobal?: boolean };
type Planned = { fault: DiscordFault; on: RegExp; times: number };

const bodyOf = ({ code, message, more }: DiscordRefusal) => JSON.stringify({ message, code, ...more });

/**
 * A loopback server of the parts of Discord's API v10 that we call, after https://docs.discord.com/developers/reference, with its gateway: paths, fields
 * and commands that are not documented there are refused, as are tokens that it did not give, a caller without its name, channels that it
 * did not make, and too many calls. People write by the bot that `addBot` gives. `beatMs`: how often the gateway wants to hear that somebody is there.
 */
export async function startDiscordStandIn({ beatMs = 2_000 } = {}) {
  const bots: DiscordBot[] = [];
  const requests: { token: string; method: string; path: string; given: Record<string, unknown>; status: number }[] =
    [];
  const planned: Planned[] = [];
  /** Files that were asked for with a token, which is nobody's business there. */
  const leaks: string[] = [];
  let origin = '';
  let isGatewayAway = false;

  const botOf = (token: string) => bots.find((bot) => bot.token === token);
  const gateway = makeDiscordGatewayStandIn({
    beatMs,
    resumeUrl: () => `${origin.replace('http', 'ws')}/resume`,
    findBot: (token) => {
      const bot = botOf(token);
      return (
        bot && {
          token,
          user: bot.user,
          application: { id: bot.applicationId, flags: 0 },
          isRefused: () => bot.standing.isRevoked,
          begin() {
            bot.standing.sessionsLeft -= 1;
            // With the last one the token is taken away.
            bot.standing.isRevoked ||= bot.standing.sessionsLeft <= 0;
            return !bot.standing.isRevoked;
          },
        }
      );
    },
  });

  const takeFault = (named: string) => {
    const found = planned.find(({ on, times }) => times > 0 && on.test(named));
    if (found) found.times -= 1;
    return found?.fault ?? null;
  };

  const isNamed = (request: IncomingMessage) => /^DiscordBot \(.+, .+\)/.test(request.headers['user-agent'] ?? '');
  const refusalOf = (request: IncomingMessage, bot: DiscordBot | undefined): DiscordRefusal | null => {
    if (!isNamed(request)) return { status: 403, code: 40333, message: 'internal network error' };
    return !bot || bot.standing.isRevoked ? { status: 401, code: 0, message: '401: Unauthorized' } : null;
  };

  const start = (bot: DiscordBot) => ({
    url: `${origin.replace('http', 'ws')}/gateway`,
    shards: 1,
    session_start_limit: {
      total: 1_000,
      remaining: bot.standing.sessionsLeft,
      reset_after: 3_600_000,
      max_concurrency: 1,
    },
  });

  /** The address of a press is secret enough: nobody is asked for a token there. */
  const acknowledge = (request: IncomingMessage, path: string, given: Record<string, unknown>) => {
    const [, id = '', token = ''] = /^interactions\/(\d+)\/([^/]+)\/callback$/.exec(path) ?? [];
    if (request.method !== 'POST' || !isNamed(request) || id === '') return null;
    const unknown = { status: 404, code: 10062, message: 'Unknown interaction' };
    const made = bots.map((bot) => bot.acknowledge(id, token, given)).find((one) => one !== null) ?? unknown;
    return made === 'done'
      ? { status: 204, headers: {}, body: '' }
      : { status: made.status, headers: {}, body: bodyOf(made) };
  };

  const answer = (request: IncomingMessage, token: string, path: string, given: Record<string, unknown>) => {
    const pressed = acknowledge(request, path, given);
    if (pressed) return pressed;
    const bot = botOf(token);
    const refused = refusalOf(request, bot);
    if (refused || !bot) return { status: refused?.status ?? 401, headers: {}, body: refused ? bodyOf(refused) : '' };
    if (request.method === 'GET' && path === 'gateway/bot')
      return { status: 200, headers: {}, body: JSON.stringify(start(bot)) };
    const made = bot.answer(request.method ?? '', path, given);
    if ('refused' in made) {
      const { status, headers = {} } = made.refused;
      return { status, headers, body: bodyOf(made.refused) };
    }
    return { status: made.status, headers: made.headers ?? {}, body: JSON.stringify(made.result) ?? '' };
  };

  const fail = (fault: DiscordFault, response: ServerResponse) => {
    if (typeof fault === 'object') {
      const { tooMany, isGlobal = false } = fault;
      const more = { retry_after: tooMany, global: isGlobal };
      const headers = { 'content-type': 'application/json', 'x-ratelimit-scope': isGlobal ? 'global' : 'user' };
      response
        .writeHead(429, headers)
        .end(bodyOf({ status: 429, code: 0, message: 'You are being rate limited.', more }));
    } else if (fault === 'reset') response.destroy();
    // Whoever waits hangs up, or is hung up on.
    else if (fault === 'silent') setTimeout(() => response.destroy(), 30_000).unref();
    else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
    else if (fault === 'endless') response.writeHead(200).end(`{"id":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    else if (fault === 'broken')
      response.writeHead(500).end(bodyOf({ status: 500, code: 0, message: '500: Internal Server Error' }));
    else response.writeHead(fault === 'down' ? 502 : 403).end('<html>Bad gateway</html>');
  };
  const isUndone = (fault: DiscordFault) =>
    typeof fault === 'object' || fault === 'down' || fault === 'broken' || fault === 'shutOut';

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://discord');
    if (pathname.startsWith('/attachments/')) {
      if (request.headers.authorization) leaks.push(pathname);
      const bytes = bots.map((bot) => bot.stored(pathname.slice(1))).find((found) => found !== undefined);
      if (bytes && takeFault('file') === 'reset') return void response.writeHead(200).destroy();
      return void (bytes ? response.writeHead(200).end(bytes) : response.writeHead(404).end('gone'));
    }
    const [, path = ''] = /^\/v10\/(.+)$/.exec(pathname) ?? [];
    const [, token = ''] = /^Bot (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const given = await readGiven(request);
    const noted = { token, method: request.method ?? '', path, given, status: 0 };
    requests.push(noted);
    const fault = takeFault(`${request.method} ${path}`);
    if (fault && isUndone(fault)) {
      noted.status = typeof fault === 'object' ? 429 : fault === 'shutOut' ? 403 : 500;
      return fail(fault, response);
    }
    const { status, headers, body } = answer(request, token, path, given);
    noted.status = status;
    if (fault) return fail(fault, response);
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(status === 204 ? undefined : body);
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  server.on('upgrade', (request, stream) => {
    const { pathname } = new URL(request.url ?? '/', 'http://discord');
    if (isGatewayAway || !/^\/(?:gateway|resume)\/$/.test(pathname)) return void stream.destroy();
    gateway.connect(request, stream);
  });
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin,
    requests,
    gateway,
    leaks,
    addBot(options: { name?: string; username?: string } = {}) {
      const id = newSnowflake();
      const token = newToken(id);
      const bot = makeDiscordBot({
        ...{
          id,
          token,
          applicationId: newSnowflake(),
          name: 'Harbour',
          username: `harbour_${id.slice(-6)}`,
          ...options,
        },
        fileUrl: (path) => `${origin}/${path}`,
        dispatch: (intent, t, d) => gateway.dispatch(bot.token, intent, t, d),
      });
      bots.push(bot);
      return bot;
    },
    /** Its owner made a new token; the old one is refused, and whoever is connected with it is let go. */
    reissue(bot: DiscordBot): string {
      const old = bot.token;
      bot.token = newToken(bot.id);
      gateway.close(old, 4_004);
      gateway.forget(old);
      return bot.token;
    },
    /** For the next `times` calls that `on` names, as `POST channels/1/messages`; `file` for a file. */
    next(fault: DiscordFault, { on = /./, times = 1 }: { on?: RegExp; times?: number } = {}) {
      planned.push({ fault, on, times });
    },
    /** Nobody is let onto the gateway. */
    shutGateway(isShut: boolean) {
      isGatewayAway = isShut;
    },
    async close() {
      gateway.end();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const newToken = (id: string) =>
  `${Buffer.from(id).toString('base64url')}.${randomBytes(6).toString('base64url').slice(0, 6)}.${randomBytes(40).toString('base64url').slice(0, 38)}`;
