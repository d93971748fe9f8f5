import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Behaviour, type ModelServer, startModelServer } from '../../../test/harness/openai-compatible-server.ts';
import type { AnswerPart, AnswerRequest } from '../../domain/answers/answers.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { makeAnswerModels } from './answer-models.ts';
import { makeModelDispatcher, makeModelFetch } from './model-fetch.ts';
import type { ModelLimits } from './model-limits.ts';

const OPENING_HOURS = 'Our office is open from nine to five, Monday to Friday [1].';
const SECRET = 'canary-key-7f3b9a51c2';
/** Where no limit is meant to be met, they are far away: a busy machine is no fault of the model's. */
const FAR_MS = 20_000;
const far: ModelLimits = { firstTokenMs: FAR_MS, gapMs: FAR_MS, wholeMs: FAR_MS };
const NEAR_MS = 300;
const dispatcher = makeModelDispatcher({ connectMs: 500 });
const modelFetch = makeModelFetch(dispatcher);
const noFetch: typeof fetch = () => Promise.reject(new Error('this call must not go out through that door'));
const environment = {
  openaiKey: '',
  openaiBaseURL: '',
  anthropicKey: '',
  googleKey: '',
  openaiCompatible: { baseURL: '', key: '' },
};
const unusedBuiltin = {} as LanguageModelV4;
const hosts = { environment, builtin: unusedBuiltin, platformFetch: noFetch, customerFetch: modelFetch };
const models = makeAnswerModels(hosts, far);

let server: ModelServer;
/** The host has no answer under way: each request has ended or lost its reader. */
const untilQuiet = () => vi.waitFor(() => expect(server.openAnswers()).toBe(0), { timeout: 5_000 });
beforeAll(async () => {
  server = await startModelServer({ gapMs: 50, slowFirstMs: 100, reply: () => OPENING_HOURS });
});
afterEach(() => untilQuiet());
afterAll(async () => {
  await server.close();
  await dispatcher.close();
});

const ask = (behaviour: string, signal: AbortSignal = new AbortController().signal): AnswerRequest => ({
  model: {
    provider: 'openai-compatible',
    model: behaviour,
    baseURL: server.baseURL,
    secret: SECRET,
    temperature: 0.2,
    maxOutputTokens: 100,
  },
  system: 'Answer from the documents.',
  messages: [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'When are you open?' },
  ],
  passages: [],
  confidence: 1,
  lang: 'en',
  signal,
});

async function collect(stream: AsyncIterable<AnswerPart>) {
  const parts: AnswerPart[] = [];
  for await (const part of stream) parts.push(part);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { parts, text, finish: parts.find((part) => part.type === 'finish') };
}

async function failureOf(request: AnswerRequest, limits = far): Promise<VendorFailure> {
  const error = await collect(makeAnswerModels(hosts, limits).stream(request)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(VendorFailure);
  return error as VendorFailure;
}

describe('an answer that goes well', () => {
  test('arrives token by token, with the counts of the provider and one finish', async () => {
    const { parts, text, finish } = await collect(models.stream(ask('fine')));
    expect(text).toBe(OPENING_HOURS);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.at(-1)).toBe(finish);
    expect(finish).toMatchObject({ outcome: 'answered', outputTokens: 12, areTokensEstimated: false });
  });

  test('sends the system text, the messages in order and the key, and asks for a stream', async () => {
    const { text } = await collect(models.stream(ask('echo')));
    expect(JSON.parse(text)).toEqual([
      { role: 'system', content: 'Answer from the documents.' },
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi' },
      { role: 'user', content: 'When are you open?' },
    ]);
    expect(server.requests.at(-1)).toMatchObject({ stream: true, authorization: `Bearer ${SECRET}` });
  });

  test('says that the tokens are estimated when the provider does not count them', async () => {
    const { finish } = await collect(models.stream(ask('no-usage')));
    expect(finish).toMatchObject({ areTokensEstimated: true });
    expect(finish?.type === 'finish' && finish.inputTokens > 5 && finish.outputTokens > 5).toBe(true);
  });

  test('has the marker taken out and becomes an unknown', async () => {
    const { text, finish } = await collect(models.stream(ask('unknown')));
    expect(text).toBe('I do not know that.');
    expect(finish).toMatchObject({ outcome: 'unknown' });
  });

  test.each(['slow-first', 'slow-tokens'])('%s within the limits is no fault', async (behaviour) => {
    const { finish } = await collect(models.stream(ask(behaviour)));
    expect(finish).toMatchObject({ outcome: 'answered' });
  });

  test('leaves its connection to the next one', async () => {
    const before = server.connectionsMade();
    for (let turn = 0; turn < 5; turn++) {
      await collect(models.stream(ask('fine')));
      await untilQuiet();
    }
    expect(server.connectionsMade() - before).toBeLessThanOrEqual(1);
  });

  test('is not held against the model when its reader is slow', async () => {
    let text = '';
    const limits = { ...far, gapMs: 700 };
    const spoken = await startModelServer({ gapMs: 100, reply: () => OPENING_HOURS });
    const request = ask('slow-tokens');
    const model = { ...request.model, baseURL: spoken.baseURL };
    for await (const part of makeAnswerModels(hosts, limits).stream({ ...request, model })) {
      if (part.type !== 'text') continue;
      // Eleven more tokens, 100 ms apart: more than the limit passes before the next one is asked for.
      if (text === '') await vi.waitFor(() => expect(spoken.openAnswers()).toBe(0), { timeout: 10_000 });
      text += part.text;
    }
    await spoken.close();
    expect(text).toBe(OPENING_HOURS);
  });
});

describe('R18: every fault of a model host becomes the right failure, in time', () => {
  const faults: [Behaviour, VendorFailure['kind'], boolean][] = [
    ['rate-limited', 'rate_limited', true],
    ['unauthorized', 'unauthorized', false],
    ['forbidden', 'forbidden', false],
    ['missing', 'not_found', false],
    ['invalid', 'invalid', false],
    ['failing', 'unreachable', true],
    ['broken', 'unreachable', true],
    ['truncated', 'unreachable', true],
    ['garbage', 'unreachable', true],
    ['garbage-events', 'unreachable', true],
    ['error-event', 'unreachable', true],
    ['empty', 'unreachable', true],
  ];
  test.each(faults)('%s is %s', async (behaviour, kind, canRetry) => {
    const before = server.requests.length;
    const startedAt = performance.now();
    const failure = await failureOf(ask(behaviour));
    expect(performance.now() - startedAt).toBeLessThan(FAR_MS / 2);
    expect({ kind: failure.kind, canRetry: failure.canRetry }).toEqual({ kind, canRetry });
    expect(failure.message).not.toContain(SECRET);
    expect(server.requests.length - before).toBe(1);
  });

  test('a rate limit tells when to come back', async () => {
    expect((await failureOf(ask('rate-limited'))).retryAfterMs).toBe(7_000);
  });

  test.each<[string, Behaviour, Partial<ModelLimits>, string]>([
    ['no first token', 'silent', { firstTokenMs: NEAR_MS }, 'The model sent nothing for 0.3 s.'],
    ['a gap', 'stalls', { gapMs: NEAR_MS }, 'The model fell silent for 0.3 s in the middle of its answer.'],
    ['an endless trickle', 'slow-tokens', { wholeMs: NEAR_MS }, 'The answer took longer than 0.3 s.'],
  ])('%s ends at its limit, and so does the request', async (_what, behaviour, limits, message) => {
    const startedAt = performance.now();
    const failure = await failureOf(ask(behaviour), { ...far, ...limits });
    expect(failure).toMatchObject({ kind: 'unreachable', canRetry: true, message });
    expect(performance.now() - startedAt).toBeLessThan(FAR_MS / 2);
    await untilQuiet();
  });

  test('nobody listens at the address', async () => {
    const gone = await startModelServer();
    await gone.close();
    const request = ask('fine');
    const failure = await failureOf({ ...request, model: { ...request.model, baseURL: gone.baseURL } });
    expect(failure.kind).toBe('unreachable');
  });

  test('a key that cannot be a header', async () => {
    const request = ask('fine');
    const failure = await failureOf({ ...request, model: { ...request.model, secret: 'ключ-7f3b9a51c2' } });
    expect(failure.kind).toBe('unauthorized');
    expect(failure.message).not.toContain('7f3b9a51c2');
  });
});

describe('stopping', () => {
  test('an abort in the middle closes the request and ends the stream without a finish', async () => {
    const controller = new AbortController();
    const parts: AnswerPart[] = [];
    for await (const part of models.stream(ask('stalls', controller.signal))) {
      parts.push(part);
      if (parts.length === 3) controller.abort();
    }
    expect(parts.every((part) => part.type === 'text')).toBe(true);
    await untilQuiet();
  });

  test('an abort before the first token ends the wait', async () => {
    const controller = new AbortController();
    const asked = server.requests.length;
    const collected = collect(models.stream(ask('silent', controller.signal)));
    await vi.waitFor(() => expect(server.requests.length).toBe(asked + 1), { timeout: 5_000 });
    controller.abort();
    expect((await collected).parts).toEqual([]);
  });

  test('a signal that is aborted already asks nobody', async () => {
    const asked = server.requests.length;
    expect((await collect(models.stream(ask('fine', AbortSignal.abort())))).parts).toEqual([]);
    expect(server.requests.length).toBe(asked);
  });

  test('a reader who leaves closes the request', async () => {
    for await (const _part of models.stream(ask('stalls'))) break;
    await untilQuiet();
  });
});
