import type { LanguageModelV4 } from '@ai-sdk/provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../test/harness/openai-compatible-server.ts';
import { makeEmbedder } from './embedder.ts';
import type { ModelHosts } from './model-access.ts';
import { makeModelDispatcher, makeModelFetch } from './model-fetch.ts';
import { makeModelProbe } from './model-probe.ts';

const dispatcher = makeModelDispatcher({ connectMs: 500 });
const hosts: ModelHosts = {
  environment: {
    openaiKey: '',
    openaiBaseURL: '',
    anthropicKey: '',
    googleKey: '',
    openaiCompatible: { baseURL: '', key: '' },
  },
  builtin: {} as LanguageModelV4,
  platformFetch: () => Promise.reject(new Error('this call must not go out through that door')),
  customerFetch: makeModelFetch(dispatcher),
};
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await dispatcher.close();
});

describe('embeddings', () => {
  const embedder = makeEmbedder(hosts);
  const model = () => ({
    provider: 'openai-compatible' as const,
    model: 'words',
    baseURL: server.baseURL,
    secret: 'k',
  });

  test('one vector a text, in their order, over several requests', async () => {
    const texts = Array.from({ length: 3_000 }, (_, index) => `text number ${index}`);
    texts[7] = 'opening hours';
    texts[2_900] = 'opening hours';
    const vectors = await embedder.embed(texts, model());
    expect(vectors.length).toBe(texts.length);
    expect(vectors[2_900]).toEqual(vectors[7]);
    expect(vectors[8]).not.toEqual(vectors[7]);
    expect(server.embedded.length).toBeGreaterThan(1);
  });

  test('no texts ask nobody', async () => {
    const before = server.embedded.length;
    expect(await embedder.embed([], model())).toEqual([]);
    expect(server.embedded.length).toBe(before);
  });

  test('a provider without embeddings is invalid', async () => {
    const asked = embedder.embed(['a'], { provider: 'anthropic', model: 'm', baseURL: '', secret: 'k' });
    await expect(asked).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('a wrong address is not found', async () => {
    const asked = embedder.embed(['a'], { ...model(), baseURL: `${server.baseURL}/nowhere` });
    await expect(asked).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the probe of a credential', () => {
  const patient = makeModelProbe(hosts, { firstTokenMs: 10_000, gapMs: 200, wholeMs: 10_000 });
  const hasty = makeModelProbe(hosts, { firstTokenMs: 200, gapMs: 200, wholeMs: 300 });
  const ask = (model: string, probe = patient) =>
    probe.probe({ provider: 'openai-compatible', baseURL: server.baseURL, secret: 'k' }, model);

  test('is content with the first word', async () => {
    await expect(ask('fine')).resolves.toBeUndefined();
    await expect(ask('stalls')).resolves.toBeUndefined();
  });

  test.each([
    ['unauthorized', 'unauthorized', 'Incorrect API key provided'],
    ['missing', 'not_found', 'The model does not exist'],
    ['silent', 'unreachable', 'sent nothing for 0.2 s', hasty],
  ])('%s says what the host said', async (model, kind, message, probe = patient) => {
    await expect(ask(model, probe)).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
  });
});
