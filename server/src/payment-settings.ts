import type { Region } from '@antiphon/contract/regions';
import * as z from 'zod';

const text = z.string().trim();
const optional = text.default('');
const key = text
  .regex(/^((sk|rk)_(test|live)_[\w-]{1,240})?$/, 'Use a secret key of Stripe: sk_live_… or sk_test_…')
  .default('');

const publishable = text
  .regex(/^(pk_(test|live)_[\w-]{1,240})?$/, 'Use a publishable key of Stripe: pk_live_… or pk_test_…')
  .default('');

/** The payment provider, one account a region; `.env.example` explains each. */
export const paymentFields = {
  STRIPE_SECRET_KEY_NA: key,
  STRIPE_PUBLISHABLE_KEY_NA: publishable,
  STRIPE_PLATFORM_SECRETS_NA: optional,
  STRIPE_CONNECT_SECRETS_NA: optional,
  STRIPE_ACCOUNTS_SECRETS_NA: optional,
  STRIPE_SECRET_KEY_EU: key,
  STRIPE_PUBLISHABLE_KEY_EU: publishable,
  STRIPE_PLATFORM_SECRETS_EU: optional,
  STRIPE_CONNECT_SECRETS_EU: optional,
  STRIPE_ACCOUNTS_SECRETS_EU: optional,
  STRIPE_API_URL: text
    .refine(
      (value) => value === '' || ['http:', 'https:'].includes(URL.parse(value)?.protocol ?? ''),
      'Use an address.',
    )
    .default(''),
  PAYMENTS_TEST_MODE: z.enum(['', '1']).default(''),
};

type PaymentValues = { [Field in keyof typeof paymentFields]: string };

/** What a region pays and is paid with. `secrets`: by which the events of each endpoint are known, several while one is replaced. */
export type PaymentSettings = {
  secretKey: string;
  /** With which browsers hand over cards. */
  publishableKey: string;
  isLive: boolean;
  apiUrl: URL | null;
  secrets: Record<'platform' | 'connect' | 'accounts', string[]>;
};

/** Where test cards go in the place of the provider; never with a live key. */
export const standInOf = (payments: Record<Region, PaymentSettings | null>): URL | null =>
  payments.na?.apiUrl ?? payments.eu?.apiUrl ?? null;

/** Cards are handed to the provider itself, by its own script. */
export const takesCards = (payments: Record<Region, PaymentSettings | null>): boolean =>
  Object.values(payments).some((one) => one !== null && one.apiUrl === null);

const SECRET = /^whsec_[\w+/=-]{8,}$/;

/** Null where a region has no key: nobody can pay there. `wrong` is told in a sentence what cannot be. */
export function readPayments(
  values: PaymentValues,
  { isProduction, wrong }: { isProduction: boolean; wrong: (sentence: string) => never },
): Record<Region, PaymentSettings | null> {
  // An event does not name a region: with one account for both, each would take the other's.
  if (values.STRIPE_SECRET_KEY_NA !== '' && values.STRIPE_SECRET_KEY_NA === values.STRIPE_SECRET_KEY_EU)
    wrong('STRIPE_SECRET_KEY_NA and STRIPE_SECRET_KEY_EU are the same key: each region needs an account of its own.');
  const read = (suffix: 'NA' | 'EU'): PaymentSettings | null => {
    const secretKey = values[`STRIPE_SECRET_KEY_${suffix}`];
    if (secretKey === '') return null;
    const isLive = /^.k_live_/.test(secretKey);
    if (isLive && values.STRIPE_API_URL !== '')
      wrong(`STRIPE_API_URL is set: STRIPE_SECRET_KEY_${suffix}, a live key, would be sent there.`);
    if (isProduction && !isLive && values.PAYMENTS_TEST_MODE !== '1')
      wrong(
        `STRIPE_SECRET_KEY_${suffix} is a test key: in production a test card would make credits. Set a live one, or PAYMENTS_TEST_MODE=1.`,
      );
    const publishableKey = values[`STRIPE_PUBLISHABLE_KEY_${suffix}`];
    if (publishableKey === '')
      wrong(`Missing required configuration: STRIPE_PUBLISHABLE_KEY_${suffix}, as STRIPE_SECRET_KEY_${suffix} is set.`);
    else if (publishableKey.startsWith('pk_live_') !== isLive)
      wrong(`STRIPE_SECRET_KEY_${suffix} is set: STRIPE_PUBLISHABLE_KEY_${suffix} must be the one that belongs to it.`);
    const secretsOf = (name: `STRIPE_${'PLATFORM' | 'CONNECT' | 'ACCOUNTS'}_SECRETS_${typeof suffix}`) => {
      const secrets = listOf(values[name]);
      if (secrets.some((secret) => !SECRET.test(secret)))
        wrong(`${name} must be the signing secrets of its endpoint (whsec_…), separated by commas.`);
      return secrets;
    };
    const secrets = {
      platform: secretsOf(`STRIPE_PLATFORM_SECRETS_${suffix}`),
      connect: secretsOf(`STRIPE_CONNECT_SECRETS_${suffix}`),
      accounts: secretsOf(`STRIPE_ACCOUNTS_SECRETS_${suffix}`),
    };
    if (secrets.platform.length === 0)
      wrong(
        `STRIPE_SECRET_KEY_${suffix} is set: without STRIPE_PLATFORM_SECRETS_${suffix} no payment would be noticed.`,
      );
    return { secretKey, publishableKey, isLive, apiUrl: URL.parse(values.STRIPE_API_URL), secrets };
  };
  return { na: read('NA'), eu: read('EU') };
}

const listOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
