import type { ModelProvider } from '@antiphon/contract/agents';
import { MICRO } from './credits.rules.ts';
import { TOKEN_PRICES, type TokenPrice } from './token-prices.rules.ts';

type PricedModel = { provider: ModelProvider; model: string; usesOwnKey: boolean };

/** What each text turn costs before its tokens. */
const TURN_MICRO = MICRO;
/** One credit is 0.001 USD, so that a token at 1 USD a million costs 1,000 micro-credits. */
const MICRO_PER_TOKEN_DOLLAR = 1_000;
/** Roles and separators that a provider adds around the messages. */
const FRAME_TOKENS = 500;

const dearest: TokenPrice = {
  input: Math.max(...Object.values(TOKEN_PRICES).map((price) => price.input)),
  output: Math.max(...Object.values(TOKEN_PRICES).map((price) => price.output)),
};

/**
 * Micro-credits of one text turn: 1 credit, and with the platform's key its tokens at list price. A model that is not in
 * the table counts as the dearest that is: a new model must never be served at a loss.
 */
export function priceTurn(turn: PricedModel & { inputTokens: number; outputTokens: number }): bigint {
  if (turn.usesOwnKey || turn.provider === 'builtin') return TURN_MICRO;
  const price = findTokenPrice(turn.model) ?? dearest;
  return TURN_MICRO + tokensMicro(turn.inputTokens, price.input) + tokensMicro(turn.outputTokens, price.output);
}

/**
 * The most that a turn can cost, to be held before it. It counts one token a character: texts of the world's large languages
 * need fewer. Rare scripts may need more; then what exceeds the hold is the platform's loss, not the workspace's debt.
 */
export function estimateTurn(turn: PricedModel & { promptChars: number; maxOutputTokens: number }): bigint {
  const { promptChars, maxOutputTokens, ...model } = turn;
  return priceTurn({ ...model, inputTokens: promptChars + FRAME_TOKENS, outputTokens: maxOutputTokens });
}

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
