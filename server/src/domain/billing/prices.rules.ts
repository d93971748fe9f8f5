import type { ModelProvider } from '@antiphon/contract/agents';
import { MICRO } from './credits.rules.ts';
import { TOKEN_PRICES, type TokenPrice } from './token-prices.rules.ts';

type PricedModel = { provider: ModelProvider; model: string; usesOwnKey: boolean };

/** What each text turn costs before its tokens. */
export const TURN_MICRO = MICRO;
/** One credit is 0.001 USD, so that a token at 1 USD a million costs 1,000 micro-credits. */
const MICRO_PER_TOKEN_DOLLAR = 1_000;

const dearest: TokenPrice = {
  input: Math.max(...Object.values(TOKEN_PRICES).map((price) => price.input)),
  output: Math.max(...Object.values(TOKEN_PRICES).map((price) => price.output)),
};

/**
 * Micro-credits of one text turn: 1 credit, and with the platform's key its tokens at list price. A model that is not in
 * the table counts as the dearest that is: a new model must never be served at a loss.
 */
export const priceTurn = (turn: PricedModel & Tokens): bigint => TURN_MICRO + priceTokens(turn, turn);

type Tokens = { inputTokens: number; outputTokens: number };

/** Does what is said make a difference to the price? */
export const hasTokenPrice = (model: PricedModel): boolean => !model.usesOwnKey && model.provider !== 'builtin';

/** Of a turn's price what its tokens cost, in micro-credits. */
export function priceTokens(model: PricedModel, { inputTokens, outputTokens }: Tokens): bigint {
  if (!hasTokenPrice(model)) return 0n;
  const price = findTokenPrice(model.model) ?? dearest;
  return tokensMicro(inputTokens, price.input) + tokensMicro(outputTokens, price.output);
}

/** The models of a provider that have a listed price, as they are named without a version. */
export const listPricedModels = (provider: ModelProvider): string[] =>
  Object.keys(TOKEN_PRICES).filter((model) => NAMES[provider]?.test(model));

const NAMES: Partial<Record<ModelProvider, RegExp>> = {
  openai: /^(gpt-|o\d)/,
  anthropic: /^claude-/,
  google: /^gemini-/,
};

/** Null for a model without a listed price. `vendor/model`, as gateways name models, counts as `model`. */
export function findTokenPrice(model: string): TokenPrice | null {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  const fitting = Object.keys(TOKEN_PRICES).filter((prefix) => name === prefix || name.startsWith(`${prefix}-`));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return (longest && TOKEN_PRICES[longest]) || null;
}

/** Rounded up to a whole micro-credit; counts that are no number (a provider left them out) cost nothing. */
const tokensMicro = (tokens: number, dollarsPerMillion: number) =>
  BigInt(Math.ceil(Math.max(0, tokens || 0)) * Math.round(dollarsPerMillion * MICRO_PER_TOKEN_DOLLAR));
