import { z } from 'zod';

// Parameters of version 1 are forms: everything is text. Schemas are closed, so that a parameter nobody knows is refused.

const TEXT_MAX = 5_000;
const METADATA_MAX = 50;

export const text = (max = TEXT_MAX) => z.string().min(1).max(max);
export const int = (min = Number.MIN_SAFE_INTEGER, max = 99_999_999) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Invalid integer')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
export const amount = int(0);
export const time = int(0, 9_999_999_999);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** A number with a fraction, as of a percentage. */
export const decimal = (min: number, max: number, places = 4) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`), 'Invalid decimal')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'Invalid currency')
  .transform((code) => code.toLowerCase());
export const url = z.url({ protocol: /^https?$/ }).max(TEXT_MAX);

/** Sent empty, it takes away what is there. */
export const orEmpty = <T extends z.ZodType>(schema: T) => z.union([z.literal('').transform(() => null), schema]);

/** A value sent empty takes its key away. */
export const metadata = orEmpty(
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((value) => Object.keys(value).length <= METADATA_MAX, 'Too many keys'),
);

export const address = z.strictObject({
  city: z.string().max(TEXT_MAX).optional(),
  country: z.string().max(TEXT_MAX).optional(),
  line1: z.string().max(TEXT_MAX).optional(),
  line2: z.string().max(TEXT_MAX).optional(),
  postal_code: z.string().max(TEXT_MAX).optional(),
  state: z.string().max(TEXT_MAX).optional(),
});

export const billingDetails = z.strictObject({
  address: orEmpty(address).optional(),
  email: orEmpty(text(512)).optional(),
  name: orEmpty(text()).optional(),
  phone: orEmpty(text()).optional(),
  tax_id: orEmpty(text()).optional(),
});

export const pages = {
  limit: int(1, 100).optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
};

export const created = z
  .union([
    time,
    z.strictObject({ gt: time.optional(), gte: time.optional(), lt: time.optional(), lte: time.optional() }),
  ])
  .optional();

export const discounts = orEmpty(
  z.array(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional(), discount: text().optional() }),
  ),
);

export const taxRates = orEmpty(z.array(text()));

/** Taxes by Stripe's own engine are not part of the stand-in: asking for them is refused where it is asked. */
export const automaticTax = z.strictObject({ enabled: flag });

export type Metadata = z.output<typeof metadata>;

export const mergeMetadata = <T extends Record<string, string> | null>(
  before: T,
  sent: Metadata | undefined,
): Record<string, string> => {
  if (sent === undefined) return before ?? {};
  if (sent === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== ''));
};

export type Address = z.output<typeof address>;

export const wireAddress = (sent: Address | null | undefined) =>
  sent
    ? {
        city: sent.city || null,
        country: sent.country || null,
        line1: sent.line1 || null,
        line2: sent.line2 || null,
        postal_code: sent.postal_code || null,
        state: sent.state || null,
      }
    : null;
