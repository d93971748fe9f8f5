import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/harness/openai-compatible-server.ts';
import type { AnswerPart, AnswerRequest, AnswerTool, ToolCall } from '../../domain/answers/answers.ports.ts';
import { makeAnswerModels } from './answer-models.ts';
import { makeModelDispatcher, makeModelFetch } from './model-fetch.ts';

const FAR_MS = 20_000;
const dispatcher = makeModelDispatcher({ connectMs: 500 });
const noFetch: typeof fetch = () => Promise.reject(new Error('this call must not go out through that door'));
const none = { baseURL: '', key: '' };
const models = makeAnswerModels(
  {
    environment: { openaiKey: '', openaiBaseURL: '', anthropicKey: '', googleKey: '', openaiCompatible: none },
    builtin: {} as LanguageModelV4,
    platformFetch: noFetch,
    customerFetch: makeModelFetch(dispatcher),
  },
  { firstTokenMs: FAR_MS, gapMs: FAR_MS, wholeMs: FAR_MS },
);

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ reply: () => 'From nine to five [1].' });
});
afterAll(async () => {
  await server.close();
  await dispatcher.close();
});

const TOOL: AnswerTool = {
  name: 'save_lead_fields',
  description: 'Notes what the visitor says.',
  inputSchema: { type: 'object', properties: { budget: { type: 'string' } } },
};

async function ask(model: string, tools: AnswerTool[], more: Partial<AnswerRequest> = {}): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = [];
  const { baseURL } = server;
  for await (const part of models.stream({
    model: { provider: 'openai-compatible', model, baseURL, secret: 'sk-1', temperature: 0, maxOutputTokens: 100 },
    system: 'Answer.',
    messages: [{ role: 'user', content: 'When are you open? budget=500' }],
    passages: [],
    confidence: 1,
    lang: 'en',
    tools,
    signal: new AbortController().signal,
    ...more,
  }))
    parts.push(part);
  return parts;
}

const textOf = (parts: AnswerPart[]) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

test('a model that notes something is heard, and asked to go on, and both rounds are counted', async () => {
  const before = server.requests.length;
  const parts = await ask('notes', [TOOL]);
  expect(parts[0]).toEqual({ type: 'tool', name: 'save_lead_fields', input: { budget: '500' } });
  expect(textOf(parts)).toBe('From nine to five [1].');
  expect(server.requests.slice(before)).toHaveLength(2);
  expect(parts.at(-1)).toMatchObject({ type: 'finish', outcome: 'answered', outputTokens: 6 });
});

test('a host that knows no tools is asked without them', async () => {
  const parts = await ask('knows-no-tools', [TOOL]);
  expect(textOf(parts)).toBe('From nine to five [1].');
  expect(parts.filter(({ type }) => type === 'tool')).toEqual([]);
});

test('without tools nothing is offered', async () => {
  const before = server.requests.length;
  expect(textOf(await ask('notes', []))).toBe('From nine to five [1].');
  expect(server.requests.slice(before)).toHaveLength(1);
});

test('what tools answer goes back, round by round, and a fourth round has to answer the visitor', async () => {
  const before = server.requests.length;
  const rounds: (readonly ToolCall[])[] = [];
  const orders = [
    'CALL find {"n":"1"} CALL find {"n":"2"}',
    'CALL find {"n":"3"}',
    'CALL find {"n":"4"}',
    'CALL find {"n":"5"}',
  ];
  const parts = await ask('calls', [{ ...TOOL, name: 'find' }], {
    messages: [{ role: 'user', content: orders.join('\n') }],
    async answerCalls(calls) {
      rounds.push(calls);
      return calls.map(({ input }) => `found ${input?.n}`);
    },
  });
  expect(rounds.map((calls) => calls.map(({ input }) => input?.n))).toEqual([['1', '2'], ['3'], ['4']]);
  const asked = server.requests.slice(before);
  expect(asked).toHaveLength(4);
  expect(
    asked
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content),
  ).toEqual([...['found 1', 'found 2', 'found 3', 'found 4']]);
  expect(textOf(parts)).toBe('From nine to five [1].');
  // Three rounds of calls and the answer.
  expect(parts.at(-1)).toMatchObject({ type: 'finish', outputTokens: 3 + 5 });
});

// Planted: asked without them as where they are notes -> caught here.
test('a host that knows no tools fails where they do something', async () => {
  const answerCalls = async () => [];
  await expect(ask('knows-no-tools', [TOOL], { answerCalls })).rejects.toMatchObject({ kind: 'invalid' });
});
