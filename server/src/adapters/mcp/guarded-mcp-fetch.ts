import { limits } from '@antiphon/contract/limits';
import type { CallAnswer, CallFailure, CallOut, ToolServer } from '../../domain/functions/functions.ports.ts';
import { answerIn, makeEventReader } from './read-message.ts';

type Use = ToolServer & {
  /** Of the call of the tool alone: a key that says "this once" would say so of the greeting, too. */
  callHeaders?: Readonly<Record<string, string>>;
};

/** What came of the requests of one use of a server, as far as it is not in what the client makes of them. */
export type Seen = {
  /** The last answer of any request, and that of the call of the tool. */
  answer: CallAnswer | null;
  toolAnswer: CallAnswer | null;
  failure: CallFailure | null;
  /** The call of the tool was begun. */
  isCalled: boolean;
  isTooLarge: boolean;
};

/**
 * `fetch` for the client of the protocol: it goes through `CallOut`, to the one address of the server and nowhere else, whatever the
 * server or the client think of; within the time of the use, of which all requests share the bytes, too. A redirect is no answer, a
 * tool is called once, and no stream is held open. Of an answer only the message to the request is handed on.
 */
export function makeMcpFetch(callOut: Pick<CallOut, 'call'>, use: Use) {
  const seen: Seen = { answer: null, toolAnswer: null, failure: null, isCalled: false, isTooLarge: false };
  const address = new URL(use.url).href;
  const endsAt = performance.now() + use.timeoutMs;
  let bytesLeft: number = limits.functionAnswerBytesMax;

  const stop = (failure: CallFailure): never => {
    seen.failure ??= failure;
    throw new Error(failure.message);
  };

  const fetch = async (target: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (String(target) !== address) return stop({ reason: 'forbidden', message: 'Only one address may be called.' });
    // No stream is listened to, and a session ends by itself.
    if (init.method !== 'POST' || typeof init.body !== 'string') return new Response(null, { status: 405 });
    const { id, method } = JSON.parse(init.body) as { id?: unknown; method?: string };
    const isCall = method === 'tools/call';
    if (isCall && seen.isCalled) return stop({ reason: 'unanswered', message: 'A tool is called once.' });
    seen.isCalled ||= isCall;
    const events = makeEventReader(id);
    const { answer, failure } = await callOut.call({
      method: 'POST',
      url: address,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...use.headers,
        ...(isCall ? use.callHeaders : {}),
      },
      body: init.body,
      timeoutMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      ...(use.signal ? { signal: use.signal } : {}),
      isEnough: (part, contentType) => isEvents(contentType) && events.push(part),
      wants: 'mcp-session-id',
    });
    if (failure) return stop(isCall || failure.reason === 'forbidden' ? failure : { ...failure, reason: 'unsent' });
    seen.answer = answer;
    if (isCall) seen.toolAnswer = answer;
    bytesLeft -= Buffer.byteLength(answer.text);
    if (answer.end === 'too_large' || bytesLeft < 0) {
      seen.isTooLarge = true;
      throw new Error('The answers are larger than 256 kB.');
    }
    if (answer.status >= 300 && answer.status < 400) throw new Error('Redirects are not followed.');
    if (answer.status === 202) return new Response(null, { status: 202 });
    const isOk = answer.status >= 200 && answer.status < 300;
    if (isEvents(answer.contentType)) events.end();
    const message = isEvents(answer.contentType) ? events.answer() : answerIn(answer.text, id);
    if (isOk && !message) throw new Error('There is no answer to what was asked.');
    const headers = { ...JSON_TYPE, ...(answer.header === undefined ? {} : { 'mcp-session-id': answer.header }) };
    return new Response(message ? JSON.stringify(message) : '', { status: isOk ? 200 : answer.status, headers });
  };
  return { fetch, seen };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const isEvents = (contentType: string) => /^\s*text\/event-stream\s*(?:;|$)/i.test(contentType);
