import { ModelSettings } from '@antiphon/contract/agents';
import { expect, it } from 'vitest';
import { modelChain, modelName } from './model-chain.rules.ts';

const chain = (model: object) => modelChain(ModelSettings.parse(model)).map(modelName);
const gpt = { provider: 'openai', model: 'gpt' };
const claude = { provider: 'anthropic', model: 'claude' };
const builtin = { provider: 'builtin', model: 'builtin' };

it('asks the fallbacks after the model, and the built-in model last', () => {
  expect(chain({ ...gpt, fallbacks: [claude] })).toEqual(['openai/gpt', 'anthropic/claude', 'builtin/builtin']);
  expect(chain({ ...gpt, fallbacks: [builtin, claude] })).toEqual(['openai/gpt', 'builtin/builtin']);
});

it('asks nobody else where no fallback was chosen', () => {
  expect(chain(gpt)).toEqual(['openai/gpt']);
  expect(chain({})).toEqual(['builtin/builtin']);
});

it('gives each what all share', () => {
  const [, second] = modelChain(ModelSettings.parse({ ...gpt, temperature: 1, fallbacks: [claude] }));
  expect(second).toEqual({ ...claude, credentialId: null, temperature: 1, maxOutputTokens: 800 });
});
