import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from '@antiphon/contract/agents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerPart } from '../../domain/answers/answers.ports.ts';
import { makeAnswerModels } from './answer-models.ts';
import type { ModelEnvironment, ModelHosts } from './model-access.ts';
import { makeModelDispatcher, makeModelFetch } from './model-fetch.ts';

/** Answers each request with a sample file, and keeps what was asked. */
async function startReplay() {
  const asked: { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
  let next = { file: '', status: 200 };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) });
    const type = next.file.endsWith('.sse') ? 'text/event-stream' : 'application/json';
    response.writeHead(next.status, { 'content-type': type });
    response.end(readFileSync(new URL(`./samples/${next.file}`, import.meta.url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    asked,
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (file: string, status = 200) => {
      next = { file, status };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

const dispatcher = makeModelDispatcher({ connectMs: 500 });
const modelFetch = makeModelFetch(dispatcher);
const refused: typeof fetch = () => Promise.reject(new Error('this call must not go out through that door'));
const noKeys: ModelEnvironment = {
  openaiKey: '',
  openaiBaseURL: '',
  anthropicKey: '',
  googleKey: '',
  openaiCompatible: { baseURL: '', key: '' },
};
const hostsWith = (parts: Partial<ModelHosts>): ModelHosts => ({
  environment: noKeys,
  builtin: {} as LanguageModelV4,
  platformFetch: refused,
  customerFetch: refused,
  ...parts,
});

let replay: Awaited<ReturnType<typeof startReplay>>;
beforeAll(async () => {
  replay = await startReplay();
});
afterAll(async () => {
  await replay.close();
  await dispatcher.close();
});

async function ask(hosts: ModelHosts, model: { provider: ModelProvider; baseURL?: string; secret?: string }) {
  const parts: AnswerPart[] = [];
  const stream = makeAnswerModels(hosts).stream({
    model: { baseURL: '', secret: '', model: 'some-model', temperature: 0.2, maxOutputTokens: 64, ...model },
    system: 'Answer from the documents.',
    messages: [{ role: 'user', content: 'When are you open?' }],
    passages: [],
    confidence: 0.5,
    lang: 'en',
    signal: new AbortController().signal,
  });
  for await (const part of stream) parts.push(part);
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    finish: parts.find((part) => part.type === 'finish'),
  };
}

describe('Anthropic', () => {
  const hosts = hostsWith({ customerFetch: modelFetch });
  const ask1 = () => ask(hosts, { provider: 'anthropic', baseURL: replay.baseURL, secret: 'sk-ant-canary-1' });

  test('streams, counts, and has its marker read across two events', async () => {
    replay.answerWith('anthropic.sse');
    const { text, finish } = await ask1();
    expect(text).toBe('That is not in my documents.');
    expect(finish).toMatchObject({ inputTokens: 25, outputTokens: 15, areTokensEstimated: false, outcome: 'unknown' });
    const { path, headers, body } = replay.asked.at(-1)!;
    expect(path).toBe('/messages');
    expect(headers['x-api-key']).toBe('sk-ant-canary-1');
    expect(body).toMatchObject({ model: 'some-model', max_tokens: 64, stream: true });
  });

  test('overloaded in the middle is unreachable', async () => {
    replay.answerWith('anthropic-overloaded.sse');
    await expect(ask1()).rejects.toMatchObject({ name: 'VendorFailure', kind: 'unreachable' });
  });

  test('a refused key is unauthorized', async () => {
    replay.answerWith('anthropic-refused.json', 401);
    await expect(ask1()).rejects.toMatchObject({ kind: 'unauthorized', message: expect.stringContaining('x-api-key') });
  });
});

describe('Google', () => {
  const hosts = hostsWith({ customerFetch: modelFetch });
  const ask1 = () => ask(hosts, { provider: 'google', baseURL: replay.baseURL, secret: 'AIzaCanary0123456789' });

  test('streams and counts', async () => {
    replay.answerWith('google.sse');
    const { text, finish } = await ask1();
    expect(text).toBe('We are open from nine to five [1].');
    expect(finish).toMatchObject({ inputTokens: 31, outputTokens: 11, areTokensEstimated: false, outcome: 'answered' });
    const { path, headers } = replay.asked.at(-1)!;
    expect(path).toBe('/models/some-model:streamGenerateContent?alt=sse');
    expect(headers['x-goog-api-key']).toBe('AIzaCanary0123456789');
  });

  test('a refused key, which Google calls a bad request, is unauthorized', async () => {
    replay.answerWith('google-refused.json', 400);
    await expect(ask1()).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});

describe('whose key goes where', () => {
  test("OpenAI's masked echo of a key is cut from the failure", async () => {
    replay.answerWith('openai-refused.json', 401);
    const hosts = hostsWith({ customerFetch: modelFetch });
    const asked = ask(hosts, { provider: 'openai', baseURL: replay.baseURL, secret: 'sk-canary-7f3b9a-51c2' });
    await expect(asked).rejects.toMatchObject({
      kind: 'unauthorized',
      message: expect.not.stringMatching(/cana|51c2/),
    });
    expect(replay.asked.at(-1)!.path).toBe('/chat/completions');
  });

  test("the platform's key goes to the platform's host, through the platform's door", async () => {
    replay.answerWith('openai-refused.json', 401);
    const environment = { ...noKeys, openaiKey: 'platform-key', openaiBaseURL: replay.baseURL };
    const hosts = hostsWith({ environment, platformFetch: modelFetch });
    await expect(ask(hosts, { provider: 'openai' })).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(replay.asked.at(-1)!.headers.authorization).toBe('Bearer platform-key');
  });

  test("a customer's address never gets the platform's key", async () => {
    replay.answerWith('openai-refused.json', 401);
    const environment = {
      ...noKeys,
      openaiKey: 'platform-key',
      openaiCompatible: { baseURL: '', key: 'platform-key' },
    };
    const hosts = hostsWith({ environment, customerFetch: modelFetch });
    for (const provider of ['openai', 'openai-compatible'] as const) {
      await expect(ask(hosts, { provider, baseURL: replay.baseURL })).rejects.toMatchObject({ kind: 'unauthorized' });
      expect(JSON.stringify(replay.asked.at(-1)!.headers)).not.toContain('platform-key');
    }
  });

  test("a customer's key without an address goes to the provider, not to the platform's proxy", async () => {
    const urls: string[] = [];
    const platformFetch: typeof fetch = (input) => {
      urls.push(String(input));
      return Promise.resolve(new Response('{}', { status: 401 }));
    };
    const environment = { ...noKeys, openaiKey: 'platform-key', openaiBaseURL: 'https://proxy.example.com/v1' };
    const hosts = hostsWith({ environment, platformFetch });
    for (const provider of ['openai', 'anthropic', 'google'] as const)
      await expect(ask(hosts, { provider, secret: 'own-key' })).rejects.toMatchObject({ kind: 'unauthorized' });
    expect(urls.map((url) => URL.parse(url)?.host)).toEqual([
      'api.openai.com',
      'api.anthropic.com',
      'generativelanguage.googleapis.com',
    ]);
  });

  test.each(['openai', 'anthropic', 'google', 'openai-compatible'] as const)(
    '%s without any key says so',
    async (provider) => {
      await expect(ask(hostsWith({}), { provider })).rejects.toMatchObject({
        kind: 'unauthorized',
        message: expect.stringContaining('No key'),
      });
    },
  );
});

describe('the built-in model', () => {
  const builtin = (outcome: string): LanguageModelV4 => ({
    specificationVersion: 'v4',
    provider: 'builtin',
    modelId: 'builtin',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('answers are streamed')),
    doStream: async (options) => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          controller.enqueue({ type: 'text-start', id: '1' });
          controller.enqueue({ type: 'text-delta', id: '1', delta: JSON.stringify(options.providerOptions) });
          controller.enqueue({ type: 'text-end', id: '1' });
          controller.enqueue({
            type: 'finish',
            finishReason: { unified: 'stop', raw: undefined },
            usage: {
              inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 4, text: 4, reasoning: 0 },
            },
            providerMetadata: { builtin: { outcome } },
          });
          controller.close();
        },
      }),
    }),
  });

  test.each(['answered', 'unknown', 'smalltalk'])('gets the passages and tells its outcome %s', async (outcome) => {
    const { text, finish } = await ask(hostsWith({ builtin: builtin(outcome) }), { provider: 'builtin' });
    expect(JSON.parse(text)).toEqual({ builtin: { passages: [], confidence: 0.5, lang: 'en', turns: [] } });
    expect(finish).toMatchObject({ outcome, inputTokens: 3, outputTokens: 4 });
  });

  test('a model that neither answers nor hears an abort ends at the limit', async () => {
    const deaf: LanguageModelV4 = { ...builtin(''), doStream: async () => ({ stream: new ReadableStream({}) }) };
    const limits = { firstTokenMs: 50, gapMs: 50, wholeMs: 100 };
    const stream = makeAnswerModels(hostsWith({ builtin: deaf }), limits).stream({
      model: { provider: 'builtin', model: 'builtin', baseURL: '', secret: '', temperature: 0, maxOutputTokens: 64 },
      system: '',
      messages: [{ role: 'user', content: 'Hello' }],
      passages: [],
      confidence: 0,
      lang: 'en',
      signal: new AbortController().signal,
    });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'unreachable' });
  });
});
