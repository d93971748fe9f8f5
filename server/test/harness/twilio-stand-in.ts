import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  makeTwilioNumber,
  newSid,
  refused,
  type TwilioAccount,
  type TwilioNumber,
  type TwilioOutcome,
  type TwilioRefusal,
} from './twilio-stand-in-number.ts';

/**
 * `reset`, `garbage`, `endless`, `silent` (no answer for 30 seconds), `gateway` (504): done, and whoever asked does not learn it. `tooMany`,
 * `broken`, `down`: not done.
 */
export type TwilioFault = 'reset' | 'silent' | 'garbage' | 'endless' | 'gateway' | 'down' | 'broken' | 'tooMany';
type Planned = { fault: TwilioFault; on: RegExp; times: number; every: number; seen: number };
type Given = Record<string, string>;

const VERSION = '2010-04-01';
const UNDONE: Partial<Record<TwilioFault, TwilioRefusal>> = {
  tooMany: { status: 429, code: 20429, message: 'Too Many Requests' },
  broken: { status: 500, code: 20500, message: 'Internal Server Error' },
};
const NOT_THERE = refused(20404, 'The requested resource was not found', 404);
const bodyOf = ({ code, message, status }: TwilioRefusal) => ({
  ...{ code, message, status },
  more_info: `https://www.twilio.com/docs/errors/${code}`,
});

/**
 * A loopback server of the parts of Twilio's API that we call, after https://www.twilio.com/docs/messaging/api and
 * .../phone-numbers/api: other paths and parameters are refused, as are accounts and tokens that it did not give, and people who took
 * themselves off. Files lie behind a redirect, at an address that refuses whoever brings a token there. `reach`: where the address of a
 * webhook is found on this machine.
 */
export async function startTwilioStandIn({ reach = (url: string) => url } = {}) {
  const numbers: TwilioNumber[] = [];
  const requests: { account: string; token: string; method: string; path: string; given: Given; at: number }[] = [];
  const planned: Planned[] = [];
  /** Where files are said to lie, in place of our own address. */
  let elsewhere: string | null = null;
  /** What came to where files lie. */
  const fetched: { authorization: string | null }[] = [];
  let root = '';

  const takeFault = (named: string) => {
    const due = planned.filter(({ on, times }) => times > 0 && on.test(named));
    for (const one of due) one.seen += 1;
    const found = due.find(({ seen, every }) => seen % every === 0);
    if (found) found.times -= 1;
    return found?.fault ?? null;
  };

  const answer = (
    asked: { account: string; token: string; method: string; path: string; query: Given },
    given: Given,
  ) => {
    const own = numbers.filter(({ account }) => account.sid === asked.account);
    if (own.length === 0 || own[0]?.account.token !== asked.token) return refused(20003, 'Authenticate', 401);
    return carryOut(own, asked, given);
  };

  const carryOut = (
    own: TwilioNumber[],
    { method, path, query }: { method: string; path: string; query: Given },
    given: Given,
  ): TwilioOutcome => {
    if (method === 'GET' && path === 'IncomingPhoneNumbers.json') {
      const { PhoneNumber: part = '', PageSize: size = '', ...more } = query;
      if (Object.keys(more).length > 0 || !/^\d{1,4}$/.test(size)) return refused(20001, 'Unknown parameter');
      const found = own.filter(({ number }) => number.includes(part));
      return { result: { incoming_phone_numbers: found.map((one) => one.described()), page: 0 } };
    }
    if (method === 'GET' && path === 'Messages.json') {
      const { From: from, To: to = '', PageSize: size = '', ...more } = query;
      if (Object.keys(more).length > 0 || !/^\d{1,4}$/.test(size)) return refused(20001, 'Unknown parameter');
      return own.find(({ number }) => number === from)?.list(to, Number(size)) ?? { result: { messages: [], page: 0 } };
    }
    if (method !== 'POST') return NOT_THERE;
    if (path === 'Messages.json') {
      const from = own.find(({ number }) => number === given.From);
      return from ? from.send(given) : refused(21606, "The 'From' phone number is not of this account");
    }
    const sid = /^IncomingPhoneNumbers\/(PN[\da-f]{32})\.json$/.exec(path)?.[1];
    return own.find((one) => one.sid === sid)?.change(given) ?? NOT_THERE;
  };

  const fail = (fault: TwilioFault, response: ServerResponse) => {
    const undone = UNDONE[fault];
    if (undone)
      response
        .writeHead(undone.status, fault === 'tooMany' ? { 'retry-after': '1' } : {})
        .end(JSON.stringify(bodyOf(undone)));
    else if (fault === 'reset') response.destroy();
    // Whoever waits hangs up, or is hung up on.
    else if (fault === 'silent') setTimeout(() => response.destroy(), 30_000).unref();
    else if (fault === 'garbage') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Hello</html>');
    else if (fault === 'endless') response.writeHead(200).end(`{"sid":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    else response.writeHead(fault === 'gateway' ? 504 : 502).end('<html>Bad gateway</html>');
  };

  const serveFile = (request: IncomingMessage, response: ServerResponse, path: string) => {
    const authorization = request.headers.authorization ?? null;
    fetched.push({ authorization });
    const file = numbers.map((one) => one.fileAt(path)).find((found) => found !== null);
    if (authorization !== null) return void response.writeHead(400).end('Only one auth mechanism allowed');
    return void (file
      ? response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
      : response.writeHead(404).end());
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', root);
    const stored = /^\/stored\/(.+)$/.exec(url.pathname)?.[1];
    if (stored) return serveFile(request, response, stored);
    const [account = '', token = ''] = readBasic(request.headers.authorization);
    const [, version, named, path = ''] = /^\/([\d-]+)\/Accounts\/(\w+)\/(.+)$/.exec(url.pathname) ?? [];
    const body = await text(request);
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    const given = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
    const method = request.method ?? '';
    requests.push({ account, token, method, path, given, at: Date.now() });
    const fault = takeFault(`${method} ${account}/${path}`);
    if (fault && (fault === 'down' || UNDONE[fault])) return fail(fault, response);
    const isOwn = version === VERSION && named === account;
    const file = numbers.find((one) => one.account.sid === account && one.account.token === token)?.fileAt(path);
    if (isOwn && method === 'GET' && file)
      return void response.writeHead(307, { location: `${elsewhere ?? root}/stored/${path}` }).end();
    const { result, refused: no } = isOwn
      ? answer({ account, token, method, path, query: Object.fromEntries(url.searchParams) }, given)
      : NOT_THERE;
    if (fault) return fail(fault, response);
    response
      .writeHead(no ? no.status : method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(no ? bodyOf(no) : result));
  };

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const newToken = () => randomBytes(16).toString('hex');
  return {
    url: root,
    requests,
    fetched,
    /** Of an account, or of a new one. */
    addNumber({
      name = 'Harbour',
      sms = true,
      account = { sid: newSid('AC'), token: newToken() } as TwilioAccount,
      ...given
    }: {
      name?: string;
      sms?: boolean;
      account?: TwilioAccount;
      number?: string;
    } = {}): TwilioNumber {
      const number = makeTwilioNumber({ ...given, name, sms, account, root: () => root, reach });
      numbers.push(number);
      return number;
    },
    /** Its owner made a new token; the old one is refused. */
    reissue({ account }: { account: TwilioAccount }): string {
      account.token = newToken();
      return account.token;
    },
    /** Its account gave it back. */
    release(number: TwilioNumber) {
      numbers.splice(numbers.indexOf(number), 1);
    },
    /** Files lie there from now on; null: here. */
    keepFilesAt(origin: string | null) {
      elsewhere = origin;
    },
    /** For the next `times` calls whose method, account and path `on` names; of `every` so many of those for one. */
    next(fault: TwilioFault, { on = /./, times = 1, every = 1 }: { on?: RegExp; times?: number; every?: number } = {}) {
      planned.push({ fault, on, times, every, seen: 0 });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function readBasic(authorization = ''): string[] {
  const coded = /^Basic ([\w+/=]+)$/.exec(authorization)?.[1] ?? '';
  return Buffer.from(coded, 'base64').toString().split(/:(.*)/s);
}
