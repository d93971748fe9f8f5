import type { ModelProvider } from '@antiphon/contract/agents';
import { expect, test } from 'vitest';
import { findTokenPrice, listPricedModels } from '../billing/prices.rules.ts';
import { cheaperModel } from './cheaper-models.rules.ts';

const PROVIDERS = ['openai', 'anthropic', 'google'] as const;
const ours = (provider: ModelProvider, model: string) => cheaperModel({ provider, model, credentialId: null });

test('every model that has a price is followed by a listed one of its vendor that costs at most two thirds, or by none', () => {
  let replaced = 0;
  for (const provider of PROVIDERS)
    for (const model of listPricedModels(provider)) {
      const instead = ours(provider, model);
      if (!instead) continue;
      replaced += 1;
      expect(listPricedModels(provider), model).toContain(instead.model);
      const [price, less] = [findTokenPrice(model)!, findTokenPrice(instead.model)!];
      expect(less.input * 3, model).toBeLessThanOrEqual(price.input * 2);
      expect(less.output * 3, model).toBeLessThanOrEqual(price.output * 2);
    }
  expect(replaced).toBeGreaterThan(25);
});

test.each([
  ['openai', 'gpt-5.4', 'gpt-5.4-mini'],
  ['openai', 'gpt-5-2025-08-07', 'gpt-5-mini'],
  ['openai', 'GPT-4o', 'gpt-4o-mini'],
  ['openai', 'gpt-9', 'gpt-5-mini'],
  ['anthropic', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  ['google', 'gemini-2.5-pro', 'gemini-2.5-flash'],
] as const)('%s/%s is answered for by %s', (provider, model, instead) => {
  expect(ours(provider, model)).toEqual({ provider, model: instead, credentialId: null });
});

test.each([
  ['openai', 'gpt-5-nano'],
  ['openai', 'gpt-4o-mini-2024-07-18'],
  ['openai', 'gpt-5.4-nano'],
  ['anthropic', 'claude-3-haiku'],
  ['google', 'gemini-2.5-flash-lite'],
  ['builtin', 'builtin'],
  ['openai-compatible', 'openai/gpt-5.4'],
] as const)('%s/%s stays', (provider, model) => {
  expect(ours(provider, model)).toBeNull();
});

test("a key of the customer's own stays with the model that it was given for", () => {
  expect(cheaperModel({ provider: 'openai', model: 'gpt-5.4', credentialId: 'crd_1' as never })).toBeNull();
});
