import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Message } from '@antiphon/contract/events';
import type { WidgetAgent } from '@antiphon/contract/visitors';
import { type Conversation, countUnread, newConversation, receive } from './conversation.ts';

const dist = join(import.meta.dirname, '../../../widget/dist');
const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', html: 'text/html; charset=utf-8' };
/** `'sha256-...'` of what the page has within its first element that begins so. */
const hashWithin = (html: string, start: string) => {
  const from = html.indexOf(start) + start.length;
  const text = html.slice(from, html.indexOf('</', from));
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
};
/** Stricter than the server's own, so that a violation shows here first. */
const frameCsp = (html: string) =>
  `default-src 'none'; script-src 'self' ${hashWithin(html, '<script type="module">')}; style-src 'self' ${hashWithin(html, '<style>')}; img-src 'self' https: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;

export const testAgent: WidgetAgent = {
  ID: 'agt_test' as WidgetAgent['ID'],
  ownerID: 'owner' as WidgetAgent['ownerID'],
  title: 'Mara from Example Parcels',
  description: '',
  theme: 'light',
  customThemeJSONString: '',
  fontFamily: '',
  lang: 'en',
  roundedImageURL: '',
  render: 'bottom-right',
  proactiveMessage: 'Hi, how can I help you today?',
  autoStartWidget: false,
  recordChatHistory: true,
  enableGeoAnalytics: false,
  messagesLimit: null,
  ADVANCED_customCSS: '',
  acceptsFiles: true,
  offersContact: true,
  announcesPeople: true,
  greeting: 'Hi, how can I help you today?',
  suggestedQuestions: ['How do I return a parcel?', 'Which ways of shipping are there?', 'When are you open?'],
  showSources: true,
  showsAiNotice: true,
  recordsPages: true,
  aiNotice: 'You are talking to an AI',
  policyUrl: 'https://example.com/privacy',
  formOffer: '',
  formAway: '',
  environment: 'live',
  closeWord: 'Close',
};

export interface Faults {
  /** Events go out without ids: a resumed stream then repeats itself. The resume test must fail with it. */
  noIds?: boolean;
  /** So many times the stream is cut at a random byte. */
  cuts?: number;
  /** The next so many messages are answered with this status. */
  refuse?: { status: number; code: string; times: number };
  isDown?: boolean;
  shouldContinue?: boolean;
  hasNoCredits?: boolean;
}

export interface FakeApi {
  origin: string;
  agent: WidgetAgent;
  faults: Faults;
  conversations: Map<string, Conversation>;
  /** `METHOD /path` of everything asked, but for preflights. */
  requests: string[];
  close(): Promise<void>;
}

/** The same numbers in every run. */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  answer(response, status, { code, message: 'Refused.', requestId: 'req_test' });

export async function startFakeApi(change: Partial<WidgetAgent> = {}): Promise<FakeApi> {
  const random = seeded(7);
  const files = new Map<string, Message['attachments'][number]>();
  const api: FakeApi = {
    origin: '',
    agent: { ...testAgent, ...change },
    faults: {},
    conversations: new Map(),
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function stream(conversation: Conversation, request: IncomingMessage, response: ServerResponse): void {
    let next = Number(request.headers['last-event-id'] ?? 0);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\n');
    const flush = () => {
      while (next < conversation.events.length && !response.destroyed) {
        const { id, event, data } = conversation.events[next]!;
        const text = `${api.faults.noIds ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
        const bytes = Buffer.from(text);
        if (api.faults.cuts && random() < 0.12) {
          api.faults.cuts -= 1;
          // What was written arrives before the line is cut: a browser drops unread bytes together with the connection.
          const half = bytes.subarray(0, Math.floor(random() * bytes.length));
          conversation.listeners.delete(flush);
          response.write(half);
          setTimeout(() => response.destroy(), 10);
          return;
        }
        response.write(bytes);
        next += 1;
      }
    };
    conversation.listeners.add(flush);
    response.on('close', () => conversation.listeners.delete(flush));
    flush();
  }

  async function converse(
    conversation: Conversation,
    rest: string,
    request: IncomingMessage,
    response: ServerResponse,
    searchParams: URLSearchParams,
  ) {
    if (request.headers.authorization !== `Bearer ${conversation.token}`) return refuse(response, 401, 'unauthorized');
    if (rest === 'events') return stream(conversation, request, response);
    if (rest === 'unread') return answer(response, 200, countUnread(conversation, searchParams.get('after')));
    const body = await readBody(request);
    if (rest === '') {
      const { id, messages, rating, events } = conversation;
      return answer(response, 200, {
        conversationId: id,
        agentId: api.agent.ID,
        messages,
        rating,
        handoff: { state: conversation.handoff, operator: conversation.operator },
        lastEventId: String(events.length),
        actions: [],
      });
    }
    if (rest === 'messages') {
      const { faults } = api;
      if (faults.refuse && faults.refuse.times > 0) {
        faults.refuse.times -= 1;
        return refuse(response, faults.refuse.status, faults.refuse.code);
      }
      const { id, text, fileIds } = JSON.parse(body.toString());
      const attached = (fileIds as string[]).map((fileId) => files.get(fileId)!);
      return answer(response, 202, { messageId: id, replyId: receive(conversation, id, text, attached) });
    }
    if (rest === 'files') {
      const name = /filename="([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '';
      if (name.endsWith('.exe')) return refuse(response, 415, 'unsupported_type');
      const file = {
        id: `fil_${files.size}`,
        name,
        type: 'text/plain',
        bytes: body.length,
        url: `/files/${files.size}`,
      };
      files.set(file.id, file);
      return answer(response, 201, file);
    }
    const input = JSON.parse(body.toString() || '{}');
    if (rest === 'stop') conversation.isStopping = true;
    else if (rest === 'rating') Object.assign(conversation, input);
    else if (/^messages\/[^/]+\/thumb$/.test(rest)) {
      const message = conversation.messages.find(({ id }) => id === rest.split('/')[1])!;
      message.thumb = input.value ? { reason: null, comment: '', ...input } : undefined;
    } else if (rest === 'variables') Object.assign(conversation.variables, input.variables);
    else if (rest === 'contact') conversation.contact = input.email;
    else return refuse(response, 404, 'not_found');
    return answer(response, 200, { success: true });
  }

  async function serveFile(response: ServerResponse, path: string): Promise<void> {
    const text = await readFile(join(dist, normalize(path))).catch(() => null);
    if (!text) return refuse(response, 404, 'not_found');
    const headers: Record<string, string> = { 'content-type': TYPES[path.split('.').pop()!] ?? 'text/plain' };
    if (path.endsWith('.html')) headers['content-security-policy'] = frameCsp(String(text));
    response.writeHead(200, headers).end(text);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://fake');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type, authorization, last-event-id');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    api.requests.push(`${request.method} ${pathname}`);
    if (api.faults.isDown) return void request.socket.destroy();
    if (pathname === '/widget.js') return serveFile(response, 'widget.js');
    if (pathname === '/widget/waiting.js') return serveFile(response, 'waiting.js');
    if (pathname.startsWith('/widget/assets/')) return serveFile(response, pathname.replace('/widget/', 'frame/'));
    if (pathname.startsWith('/widget/frame/') || /^\/\w+\/prototype\//.test(pathname))
      return serveFile(response, `frame/${searchParams.get('lang') ?? 'en'}.html`);
    // A page of the widget's own origin, as the dashboard is one.
    if (pathname === '/own')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Own</title>');
    const path = pathname.replace(/^\/api\/na/, '');
    if (path === `/public/agents/${api.agent.ID}`) return answer(response, 200, { data: api.agent });
    if (path === `/v2/public/agents/${api.agent.ID}/usage`)
      return answer(response, 200, { data: { shouldContinue: api.faults.shouldContinue ?? true } });
    if (path === `/public/users/${api.agent.ownerID}/check-credits`)
      return answer(response, 200, { continue: !api.faults.hasNoCredits, hasEverPaid: true });
    if (path === `/agents/${api.agent.ID}/analytics`) return answer(response, 200, { monthlyMessages: 1 });
    if (path === `/public/agents/${api.agent.ID}/conversations`) {
      const conversation = newConversation(api.agent.greeting);
      api.conversations.set(conversation.id, conversation);
      const { id, token, messages } = conversation;
      return answer(response, 201, { conversationId: id, visitorToken: token, messages });
    }
    const found = /^\/public\/conversations\/([^/]+)(?:\/([\w/-]+))?$/.exec(path);
    const conversation = found && api.conversations.get(found[1]!);
    if (!conversation) return refuse(response, 404, 'not_found');
    return converse(conversation, found[2] ?? '', request, response, searchParams);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((reason) => response.destroy(reason));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return api;
}
