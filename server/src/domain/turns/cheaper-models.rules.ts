import type { FallbackModel, ModelProvider } from '@antiphon/contract/agents';
import { findTokenPrice, hasTokenPrice } from '../billing/prices.rules.ts';

/**
 * Which of our models answers in place of a dearer one, by the beginning of its name; the longest that fits counts, as with prices.
 * What a model is replaced by is a smaller one of its vendor: it reads the same prompts, and the platform has its key already. What
 * is not named is the smallest of its vendor, or costs little more, and stays.
 */
const CHEAPER: Readonly<Record<string, string>> = {
  'gpt-5.5': 'gpt-5.4-mini',
  'gpt-5.4': 'gpt-5.4-mini',
  'gpt-5.4-mini': 'gpt-5.4-nano',
  'gpt-5.2': 'gpt-5-mini',
  'gpt-5.1': 'gpt-5-mini',
  'gpt-5': 'gpt-5-mini',
  'gpt-5-mini': 'gpt-5-nano',
  'gpt-4.1': 'gpt-4.1-mini',
  'gpt-4.1-mini': 'gpt-4.1-nano',
  'gpt-4o': 'gpt-4o-mini',
  'gpt-4-turbo': 'gpt-4o-mini',
  'gpt-4': 'gpt-4o-mini',
  'gpt-3.5-turbo': 'gpt-4o-mini',
  o3: 'gpt-5-mini',
  'o3-mini': 'gpt-5-mini',
  'o4-mini': 'gpt-5-mini',
  'claude-opus': 'claude-haiku-4-5',
  'claude-sonnet': 'claude-haiku-4-5',
  'claude-3-7-sonnet': 'claude-haiku-4-5',
  'claude-3-5-sonnet': 'claude-haiku-4-5',
  'gemini-3.1-pro': 'gemini-3-flash',
  'gemini-3-pro': 'gemini-3-flash',
  'gemini-3-flash': 'gemini-3.1-flash-lite',
  'gemini-2.5-pro': 'gemini-2.5-flash',
  'gemini-2.5-flash': 'gemini-2.5-flash-lite',
};

/** In place of a model that has no listed price yet: it counts as the dearest there is. */
const OF_UNKNOWN: Partial<Record<ModelProvider, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-haiku-4-5',
  google: 'gemini-3.1-flash-lite',
};

/** Null where it stays: with a key of the customer's own, at a host of which nobody knows what it has, and where none is cheaper. */
export function cheaperModel({ provider, model, credentialId }: FallbackModel): FallbackModel | null {
  const usesOwnKey = credentialId !== null;
  const ofUnknown = OF_UNKNOWN[provider];
  if (ofUnknown === undefined || !hasTokenPrice({ provider, model, usesOwnKey })) return null;
  const name = model.toLowerCase();
  const price = findTokenPrice(name);
  const longest = Object.keys(CHEAPER)
    .filter((prefix) => name === prefix || name.startsWith(`${prefix}-`))
    .toSorted((one, other) => other.length - one.length)[0];
  const instead = price === null ? ofUnknown : longest && CHEAPER[longest];
  const less = instead && findTokenPrice(instead);
  // `gpt-5.4-nano` begins as `gpt-5.4` does, and has no smaller one.
  const isLess = less && (price === null || (less.input < price.input && less.output < price.output));
  return isLess ? { provider, model: instead, credentialId } : null;
}
