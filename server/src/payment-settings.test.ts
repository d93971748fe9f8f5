import { describe, expect, test } from 'vitest';
import { takesCards } from './payment-settings.ts';
import { readSettings } from './settings.ts';

const read = (environment: Record<string, string>) =>
  readSettings({ SECRET_KEY: 'only-for-tests-0123456789-abcdefghij', ...environment }).payments;

const LIVE = {
  STRIPE_SECRET_KEY_NA: 'sk_live_0123',
  STRIPE_PUBLISHABLE_KEY_NA: 'pk_live_0123',
  STRIPE_PLATFORM_SECRETS_NA: 'whsec_0123456789',
};
const TEST = { ...LIVE, STRIPE_SECRET_KEY_NA: 'sk_test_0123', STRIPE_PUBLISHABLE_KEY_NA: 'pk_test_0123' };

test('without a key nobody pays', () => {
  expect(read({})).toEqual({ na: null, eu: null });
});

test('one region alone, with two secrets while one of them is replaced', () => {
  const settings = { ...LIVE, STRIPE_PLATFORM_SECRETS_NA: 'whsec_0123456789, whsec_abcdefghij' };
  expect(read({ ...settings, NODE_ENV: 'production' })).toEqual({
    na: {
      ...{ secretKey: 'sk_live_0123', publishableKey: 'pk_live_0123', isLive: true, apiUrl: null },
      secrets: { platform: ['whsec_0123456789', 'whsec_abcdefghij'], connect: [], accounts: [] },
    },
    eu: null,
  });
});

test('a stand-in is told apart by its address', () => {
  const { na } = read({ ...TEST, STRIPE_API_URL: 'http://127.0.0.1:4010' });
  expect([na?.isLive, na?.apiUrl?.port]).toEqual([false, '4010']);
  expect(takesCards(read({ ...TEST, STRIPE_API_URL: 'http://127.0.0.1:4010' }))).toBe(false);
  expect([takesCards(read(TEST)), takesCards(read({}))]).toEqual([true, false]);
});

describe('what cannot be ends the start with a sentence', () => {
  test.each([
    [{ ...LIVE, STRIPE_SECRET_KEY_NA: 'pk_live_0123' }, /STRIPE_SECRET_KEY_NA is not valid: Use a secret key/],
    [
      { ...TEST, STRIPE_SECRET_KEY_EU: 'sk_test_0123', STRIPE_PLATFORM_SECRETS_EU: 'whsec_0123456789' },
      /are the same key/,
    ],
    [{ ...LIVE, STRIPE_PUBLISHABLE_KEY_NA: '' }, /Missing required configuration: STRIPE_PUBLISHABLE_KEY_NA/],
    [{ ...LIVE, STRIPE_PUBLISHABLE_KEY_NA: 'pk_test_0123' }, /STRIPE_PUBLISHABLE_KEY_NA must be the one/],
    [{ ...LIVE, STRIPE_PLATFORM_SECRETS_NA: '' }, /without STRIPE_PLATFORM_SECRETS_NA/],
    [{ ...LIVE, STRIPE_CONNECT_SECRETS_NA: 'secret' }, /STRIPE_CONNECT_SECRETS_NA must be the signing secrets/],
    [{ ...LIVE, STRIPE_API_URL: 'http://127.0.0.1:4010' }, /a live key, would be sent there/],
    [{ ...TEST, NODE_ENV: 'production' }, /a test card would make credits/],
    [{ ...TEST, STRIPE_API_URL: 'ftp://127.0.0.1' }, /STRIPE_API_URL is not valid/],
  ])('%#', (environment, sentence) => {
    expect(() => read(environment as Record<string, string>)).toThrow(sentence);
  });

  test('and PAYMENTS_TEST_MODE=1 wants test cards in production', () => {
    expect(read({ ...TEST, NODE_ENV: 'production', PAYMENTS_TEST_MODE: '1' }).na?.isLive).toBe(false);
  });
});
