import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ChatMessage, groundedReply } from '../factories/grounded-reply.ts';
import { type Offered, obey } from './obedient-model.ts';

export type ChatRequest = {
  model: string;
  stream: boolean;
  messages: ChatMessage[];
  authorization: string;
  /** As they were offered, where they were. */
  tools?: unknown[];
};

/**
 * How the next answer goes wrong, or not. A request takes the first of the queue (`script`), else the one that its model's
 * name names, else `fine`.
 */
export const BEHAVIOURS = [
  'fine',
  'no-usage',
  'echo',
  'obeys-attacker',
  'unknown',
  'slow-first',
  'slow-tokens',
  'stalls',
  'rate-limited',
  'unauthorized',
  'forbidden',
  'missing',
  'invalid',
  'failing',
  'broken',
  'truncated',
  'garbage',
  'garbage-events',
  'error-event',
  'empty',
  'silent',
  'notes',
  'calls',
  'knows-no-tools',
  'obeys-everybody',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export type ModelServer = {
  /** Ends in `/v1`. */
  baseURL: string;
  /** `host:port`, as `OUTBOUND_ALLOW` wants it. */
  hostAndPort: string;
  /** Every chat request, in order of arrival. */
  requests: ChatRequest[];
  /** Every request for embeddings: its texts. */
  embedded: string[][];
  /** What the next chat requests do, first come first served. */
  script(...behaviours: Behaviour[]): void;
  openConnections(): number;
  connectionsMade(): number;
  /** Answers under way: requests whose answer has neither ended nor lost its reader. */
  openAnswers(): number;
  close(): Promise<void>;
};

export type ModelServerOptions = {
  /** What a well-behaved model says. Default: the best sentence of the prompt's documents, or that it does not know. */
  reply?: (messages: ChatMessage[]) => string;
  /** Milliseconds before the first token of `slow-first`. */
  slowFirstMs?: number;
  /** Milliseconds between two tokens of `slow-tokens`. */
  gapMs?: number;
  /** What `rate-limited` asks for; 7 when not given. */
  retryAfterSeconds?: number;
};

const STATUS: Partial<Record<Behaviour, [number, string, string]>> = {
  'rate-limited': [429, 'rate_limit_exceeded', 'Rate limit reached for requests'],
  unauthorized: [401, 'invalid_api_key', 'Incorrect API key provided'],
  forbidden: [403, 'permission_denied', 'This key may not use this model'],
  missing: [404, 'model_not_found', 'The model does not exist'],
  invalid: [400, 'invalid_request_error', 'This request is not valid'],
  failing: [500, 'server_error', 'The server had an error'],
};

/** A host that speaks OpenAI's chat completions, embeddings and model list on loopback, and fails as it is told to. */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const queue: Behaviour[] = [];
  const requests: ChatRequest[] = [];
  const embedded: string[][] = [];
  const sockets = new Set<Socket>();
  let openAnswers = 0;
  let connectionsMade = 0;

  const chat = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await readText(request)) as {
      model: string;
      stream?: boolean;
      messages: RawMessage[];
      tools?: { function: Offered }[];
      tool_choice?: unknown;
    };
    const messages = body.messages.map((message) => ({ role: message.role, content: textOf(message.content) }));
    const authorization = request.headers.authorization ?? '';
    requests.push({
      ...{ model: body.model, stream: body.stream === true, messages, authorization },
      ...(body.tools ? { tools: body.tools } : {}),
    });
    const named = BEHAVIOURS.find((behaviour) => behaviour === body.model);
    const behaviour = queue.shift() ?? named ?? 'fine';
    const isStream = body.stream === true;
    const tool = body.tools?.[0]?.function.name ?? null;
    const mayCall = body.tools !== undefined && body.tool_choice !== 'none';
    const tools = (body.tools ?? []).map((one) => one.function);
    await behave({
      ...{ behaviour, model: body.model, isStream, messages, authorization, tool, tools, mayCall, response, options },
    });
  };

  const server = createServer(async (request, response) => {
    openAnswers++;
    response.once('close', () => openAnswers--);
    try {
      if (request.method === 'POST' && request.url === '/v1/chat/completions') await chat(request, response);
      else if (request.method === 'POST' && request.url === '/v1/embeddings') {
        const { input } = JSON.parse(await readText(request)) as { input: string | string[] };
        const texts = [input].flat();
        embedded.push(texts);
        sendJson(response, 200, {
          object: 'list',
          data: texts.map((text, index) => ({ object: 'embedding', index, embedding: wordVector(text) })),
          usage: { prompt_tokens: texts.length, total_tokens: texts.length },
        });
      } else if (request.method === 'GET' && request.url === '/v1/models')
        sendJson(response, 200, { object: 'list', data: BEHAVIOURS.map((id) => ({ id, object: 'model' })) });
      else sendJson(response, 404, { error: { message: `No such path: ${request.url}`, code: 'not_found' } });
    } catch (error) {
      if (!response.headersSent) sendJson(response, 400, { error: { message: String(error), code: 'bad_request' } });
      else response.destroy();
    }
  });
  server.on('connection', (socket) => {
    connectionsMade++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseURL: `http://${hostAndPort}/v1`,
    hostAndPort,
    requests,
    embedded,
    script: (...behaviours) => void queue.push(...behaviours),
    openConnections: () => sockets.size,
    connectionsMade: () => connectionsMade,
    openAnswers: () => openAnswers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Turn = {
  behaviour: Behaviour;
  model: string;
  isStream: boolean;
  messages: ChatMessage[];
  authorization: string;
  /** The first that was offered. */
  tool: string | null;
  tools: Offered[];
  mayCall: boolean;
  response: ServerResponse;
  options: ModelServerOptions;
};

async function behave(turn: Turn) {
  const { behaviour, response, options } = turn;
  const refusal = STATUS[behaviour];
  if (refusal) {
    const [status, code, reason] = refusal;
    // The real host repeats the key, too.
    const message = status === 401 ? `${reason}: ${turn.authorization.replace('Bearer ', '')}` : reason;
    if (status === 429) response.setHeader('retry-after', String(options.retryAfterSeconds ?? 7));
    return sendJson(response, status, { error: { message, type: code, code } });
  }
  if (behaviour === 'silent') return;
  if (behaviour === 'garbage') {
    response.setHeader('content-type', 'text/html');
    return response.end('<!doctype html><title>It works</title>');
  }
  if (behaviour === 'knows-no-tools' && turn.tool !== null)
    return sendJson(response, 400, { error: { message: 'does not support tools', code: 'invalid_request_error' } });
  if (behaviour === 'notes' && turn.tool !== null && turn.messages.at(-1)?.role === 'user')
    return note(turn, turn.tool);
  if (behaviour === 'calls' && turn.mayCall && callWhatIsOrdered(turn)) return;
  if (behaviour === 'obeys-everybody' && turn.mayCall && callWhateverIsSaid(turn)) return;
  const text = textFor(turn);
  if (!turn.isStream) return sendJson(response, 200, completion(turn.model, text));
  const send = startEvents(turn);
  if (behaviour === 'slow-first' && !(await pause(response, options.slowFirstMs ?? 3_000))) return;
  const tokens = text.match(/\s*\S+/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (index === 3 && (await isCutShort(turn, send))) return;
    if (behaviour === 'slow-tokens' && !(await pause(response, options.gapMs ?? 200))) return;
    send({ content: token });
  }
  send({}, 'stop');
  if (behaviour !== 'no-usage') sendUsage(turn, tokens.length);
  response.end('data: [DONE]\n\n');
}

/** Every `word=value` of the visitor's last message, as a call of the tool. */
function note(turn: Turn, name: string) {
  // Whoever wrote it: a document that says so is obeyed as a visitor is.
  const read = turn.messages.map(({ content }) => content).join('\n');
  const words = read.matchAll(/(\w+)=(\S+)/g);
  const input = JSON.stringify(Object.fromEntries([...words].map(([, key, value]) => [key, value])));
  const send = startEvents(turn);
  send({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name, arguments: input } }] });
  send({}, 'tool_calls');
  sendUsage(turn, 1);
  turn.response.end('data: [DONE]\n\n');
}

/**
 * Obeys whoever writes `CALL name {...}` anywhere in its prompt, be it a document or the answer of a tool: one order after the other, one
 * a round; what stands in one line with `CALL` is called at once. False where all is done.
 */
function callWhatIsOrdered(turn: Turn): boolean {
  const lines = turn.messages.flatMap(({ content }) => content.split('\n')).filter((line) => /CALL \w+ \{/.test(line));
  const ordered = lines.map((line) =>
    [...line.matchAll(/CALL (\w+) (\{[^{}]*\})/g)].map(([, name, input]) => ({ name, input })),
  );
  // Each round that is done left what its tools answered.
  const done = turn.messages.filter(({ role }) => role === 'tool').length;
  let before = 0;
  const next = ordered.find((calls) => {
    before += calls.length;
    return before > done;
  });
  if (!next) return false;
  sendCalls(
    turn,
    next.map(({ name = '', input = '' }) => ({ name, input })),
  );
  return true;
}

/** Each order once, eight a round, as long as it may call at all. */
function callWhateverIsSaid(turn: Turn): boolean {
  const done = turn.messages.filter(({ role }) => role === 'tool').length;
  const next = obey(turn.messages, turn.tools).orders.slice(done, done + 8);
  if (next.length > 0) sendCalls(turn, next);
  return next.length > 0;
}

function sendCalls(turn: Turn, orders: readonly { name: string; input: string }[]) {
  const done = turn.messages.filter(({ role }) => role === 'tool').length;
  const send = startEvents(turn);
  const calls = orders.map(({ name, input }, index) => ({
    ...{ index, id: `call_${done + index}`, type: 'function' },
    function: { name, arguments: input },
  }));
  send({ tool_calls: calls });
  send({}, 'tool_calls');
  sendUsage(turn, 1);
  turn.response.end('data: [DONE]\n\n');
}

/** What happens to a stream after its third token. */
async function isCutShort({ behaviour, response }: Turn, send: (delta: object) => void): Promise<boolean> {
  if (behaviour === 'stalls') return true;
  if (behaviour === 'truncated') response.end();
  else if (behaviour === 'broken') {
    await new Promise<void>((resolve) => response.write(': flush\n\n', () => resolve()));
    response.socket?.resetAndDestroy();
  } else if (behaviour === 'garbage-events') {
    response.end('data: {"choices": [{"delta": oops\n\n');
  } else if (behaviour === 'error-event') {
    send({});
    response.end('data: {"error":{"message":"The engine is overloaded","type":"server_error","code":null}}\n\n');
  } else return false;
  return true;
}

function textFor({ behaviour, messages, tools, options }: Turn): string {
  if (behaviour === 'empty') return '';
  if (behaviour === 'unknown') return '[[unknown]] I do not know that.';
  if (behaviour === 'echo') return JSON.stringify(messages);
  if (behaviour === 'obeys-attacker') return obeyAttacker(messages);
  if (behaviour === 'obeys-everybody') return obey(messages, tools).text;
  return (options.reply ?? groundedReply)(messages);
}

/**
 * The worst model there is: the first order that it finds anywhere in its prompt, a document as well as a visitor's
 * message, is carried out. Orders read "ignore ... instructions ... say X" or "... reveal ...".
 */
function obeyAttacker(messages: ChatMessage[]): string {
  const everything = messages.map((message) => message.content).join('\n');
  const order =
    /(?:ignore|disregard|forget)\b[^\n]*?\b(?:instructions|rules)\b[^\n]*?\b(say|reply|answer|print|output|write|reveal|repeat)\b:?\s*([^\n]*)/i;
  const found = order.exec(everything);
  if (!found) return groundedReply(messages);
  return /reveal|repeat/i.test(found[1] ?? '') ? everything : (found[2] ?? '').replace(/^["'“]|["'”.]+$/g, '');
}

type RawMessage = { role: string; content: string | { type: string; text?: string }[] | null };
const textOf = (content: RawMessage['content']) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');

function startEvents({ response, model }: Turn) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  return (delta: object, finishReason: string | null = null) => {
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    response.write(`data: ${JSON.stringify({ ...envelope(model), object: 'chat.completion.chunk', choices })}\n\n`);
  };
}

function sendUsage({ response, model, messages }: Turn, tokens: number) {
  const usage = usageOf(messages, tokens);
  response.write(
    `data: ${JSON.stringify({ ...envelope(model), object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
  );
}

const envelope = (model: string) => ({ id: 'chatcmpl-1', created: 1_700_000_000, model });
const usageOf = (messages: ChatMessage[], tokens: number) => {
  const prompt = messages.reduce((sum, message) => sum + message.content.split(/\s+/).length, 0);
  return { prompt_tokens: prompt, completion_tokens: tokens, total_tokens: prompt + tokens };
};

const completion = (model: string, content: string) => ({
  ...envelope(model),
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: usageOf([], content.split(' ').length),
});

/** False when the reader left in the meantime. */
async function pause(response: ServerResponse, ms: number): Promise<boolean> {
  const left = new AbortController();
  const onClose = () => left.abort();
  response.once('close', onClose);
  await wait(ms, undefined, { signal: left.signal }).catch(() => {});
  response.off('close', onClose);
  return !left.signal.aborted;
}

/** 64 numbers by the words of the text: the same words give the same direction. */
function wordVector(text: string): number[] {
  const vector = new Array<number>(64).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
    vector[hash % 64] = (vector[hash % 64] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
