import { describe, expect, it } from 'vitest';
import { MICRO } from './credits.rules.ts';
import { findTokenPrice, priceTurn } from './prices.rules.ts';
import { TOKEN_PRICES } from './token-prices.rules.ts';

const tokens = { inputTokens: 10_000, outputTokens: 1_000 };

describe('price of a turn', () => {
  it('is one credit for the built-in model and for own keys, whatever the tokens', () => {
    expect(priceTurn({ provider: 'builtin', model: 'builtin', usesOwnKey: false, ...tokens })).toBe(MICRO);
    expect(priceTurn({ provider: 'openai', model: 'gpt-4', usesOwnKey: true, ...tokens })).toBe(MICRO);
  });

  it("adds the tokens at list price for the platform's keys", () => {
    // 10,000 x 2.50 USD + 1,000 x 10 USD a million = 0.035 USD = 35 credits.
    expect(priceTurn({ provider: 'openai', model: 'gpt-4o', usesOwnKey: false, ...tokens })).toBe(36n * MICRO);
    // 0.075 USD a million and one token: 75 micro-credits, no fraction lost.
    expect(
      priceTurn({ provider: 'openai', model: 'gpt-4o-mini', usesOwnKey: false, inputTokens: 1, outputTokens: 0 }),
    ).toBe(MICRO + 150n);
  });

  it.each([
    ['gpt-4o-mini-2024-07-18', 0.15],
    ['openai/gpt-4o', 2.5],
    ['GPT-5-PRO', 15],
    ['gpt-5-2025-08-07', 1.25],
    ['claude-opus-4-5-20251101', 5],
    ['claude-opus-4-1-20250805', 15],
  ])('knows %s by its beginning', (model, input) => {
    expect(findTokenPrice(model)?.input).toBe(input);
  });

  it.each(['gpt-5.9', 'gpt-40', 'llama-4', ''])('does not take %j for another model', (model) => {
    expect(findTokenPrice(model)).toBeNull();
  });

  it('charges an unknown model as much as any known one', () => {
    const unknown = priceTurn({ provider: 'openai-compatible', model: 'brand-new', usesOwnKey: false, ...tokens });
    for (const model of Object.keys(TOKEN_PRICES))
      expect(priceTurn({ provider: 'openai', model, usesOwnKey: false, ...tokens })).toBeLessThanOrEqual(unknown);
  });

  it('takes a count that a provider left out as nothing', () => {
    const missing = { inputTokens: Number.NaN, outputTokens: -3 };
    expect(priceTurn({ provider: 'openai', model: 'gpt-4o', usesOwnKey: false, ...missing })).toBe(MICRO);
  });
});
