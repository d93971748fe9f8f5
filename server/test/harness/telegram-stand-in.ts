import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readGiven } from './read-given.ts';
import { makeTelegramBot, type TelegramBot } from './telegram-stand-in-bot.ts';
import { METHODS, type MethodName, type Refused } from './telegram-stand-in-methods.ts';

/**
 * `reset`: done, then the connection ends without a word. `silent`: done, and no answer for 30 seconds. `garbage`: done, and the answer is none of
 * Telegram's. `tooMany`, `down`: not done.
 */
export type TelegramFault = 'reset' | 'silent' | 'garbage' | 'endless' | 'down' | { tooMany: number };
type Planned = { fault: TelegramFault; on: RegExp; times: number };

const refused = ({ code, description, retryAfter }: Refused) => ({
  status: code,
  body: {
    ok: false,
    error_code: code,
    description,
    ...(retryAfter ? { parameters: { retry_after: retryAfter } } : {}),
  },
});

/**
 * A loopback server of the parts of Telegram's Bot API that we call, after https://core.telegram.org/bots/api: methods, parameters, types
 * and texts that are not documented there are refused, as are chats that nobody began, people who blocked the bot, and tokens that it does
 * not know. People write by the bot that `addBot` gives; `reach`: where the address of a webhook is found on this machine.
 */
export async function startTelegramStandIn({ reach = (url: string) => url } = {}) {
  const revoked = new Set<string>();
  const bots = new Map<string, TelegramBot>();
  const requests: { token: string; method: string; given: Record<string, unknown>; at: number }[] = [];
  const planned: Planned[] = [];

  const takeFault = (method: string) => {
    const found = planned.find(({ on, times }) => times > 0 && on.test(method));
    if (found) found.times -= 1;
    return found?.fault ?? null;
  };

  const answer = async (token: string, method: string, given: Record<string, unknown>) => {
    const bot = bots.get(token);
    if (!bot) return refused({ code: 404, description: 'Not Found' });
    if (bot.isRevoked || revoked.has(token)) return refused({ code: 401, description: 'Unauthorized' });
    if (!Object.hasOwn(METHODS, method)) return refused({ code: 404, description: 'Not Found: method not found' });
    const read = METHODS[method as MethodName].safeParse(given);
    if (!read.success) {
      const { path, message } = read.error.issues[0]!;
      return refused({ code: 400, description: `Bad Request: ${path.join('.')}: ${message}` });
    }
    const made = await bot.carryOut(method as MethodName, read.data as Record<string, unknown>);
    return made.refused ? refused(made.refused) : { status: 200, body: { ok: true, result: made.result } };
  };

  const fail = (fault: TelegramFault, response: ServerResponse) => {
    if (fault === 'reset') response.destroy();
    // Whoever waits hangs up, or is hung up on.
    else if (fault === 'silent') setTimeout(() => response.destroy(), 30_000).unref();
    else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
    else if (fault === 'endless') response.writeHead(200).end(`{"ok":true,"result":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    else if (fault === 'down') response.writeHead(502).end('<html>Bad gateway</html>');
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://telegram');
    const file = /^\/file\/bot([^/]+)\/(.+)$/.exec(url.pathname);
    if (file) {
      const bytes = bots.get(file[1]!)?.stored(file[2]!);
      if (bytes && takeFault('file') === 'reset') return void response.writeHead(200).destroy();
      return void (bytes
        ? response.writeHead(200).end(bytes)
        : response.writeHead(404).end('{"ok":false,"error_code":404}'));
    }
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname) ?? [];
    const given = await readGiven(request);
    requests.push({ token, method, given, at: Date.now() });
    const fault = takeFault(method);
    if (fault === 'down') return fail(fault, response);
    const { status, body } =
      typeof fault === 'object' && fault
        ? refused({
            code: 429,
            description: `Too Many Requests: retry after ${fault.tooMany}`,
            retryAfter: fault.tooMany,
          })
        : await answer(token, method, given);
    if (fault && typeof fault !== 'object') return fail(fault, response);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    addBot(options: { name?: string; username?: string } = {}) {
      const id = randomInt(1_000_000, 9_999_999_999);
      const token = newToken(id);
      const bot = makeTelegramBot({ id, token, name: 'Harbour', username: `harbour_${id}_bot`, reach, ...options });
      bots.set(token, bot);
      return bot;
    },
    /** Its owner made a new token; the old one is refused. */
    reissue(bot: TelegramBot): string {
      const token = newToken(bot.id);
      revoked.add(bot.token);
      bots.set(token, bot);
      return token;
    },
    /** For the next `times` calls of the methods that `on` names. */
    next(fault: TelegramFault, { on = /./, times = 1 }: { on?: RegExp; times?: number } = {}) {
      planned.push({ fault, on, times });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const newToken = (id: number) => `${id}:${randomBytes(26).toString('base64url').slice(0, 35)}`;
