import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { byQuote, Order } from './orders.ts';
import { ADDON_IDS, ADDON_QUANTITY_MAX, CURRENCIES, Quote, WantedAddon } from './quotes.ts';
import { userId } from './subscriptions.ts';

const key = z.string().min(1).max(60);
const keys = z.array(key).min(1).max(20);
/** How many there are to be, all in all. */
const quantity = z.number().int().min(1).max(limits.addonQuantityMax);

/** What a workspace has of an add-on, and what one of it costs. */
export const AddonStatus = z.object({
  addonKey: z.string(),
  hasAddon: z.boolean(),
  quantity: z.number().int().describe('From the next period on'),
  paidQuantity: z.number().int().describe('Until this period ends: at least as many'),
  name: z.string().describe('Empty: it is not sold'),
  price: z.number().nullable().describe('Of one, for a period; null: it is not sold'),
});
export type AddonStatus = z.infer<typeof AddonStatus>;

/** More of add-ons, each named once. */
const ofEach = <Line extends z.ZodType<{ addonId: string }>>(line: Line) =>
  z
    .array(line)
    .min(1)
    .max(20)
    .refine((all) => new Set(all.map(({ addonId }) => addonId)).size === all.length, 'Each add-on may be named once');

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Billing'], successStatus: 200 });

const saved = {
  message: z.string(),
  addons: z.array(AddonStatus),
};

export const addonsContract = {
  check: route('POST', '/stripe/check-addon-status', 'Get what the workspace has of add-ons, and what they cost')
    .input(z.object({ ...userId, addonKeys: keys }))
    .output(
      z.object({
        hasSubscription: z.boolean().describe('One that is paid for: without it no add-ons are sold'),
        currency: z.enum(CURRENCIES),
        periodEnd: z.number().int().nullable().describe('Unix seconds; null without a subscription'),
        addons: z.array(AddonStatus),
      }),
    ),
  quote: route('POST', '/v2/workspaces/{uid}/addons/quote', 'Say what more add-ons cost for the rest of the period')
    .input(z.object({ uid: WorkspaceUid, addons: ofEach(WantedAddon.extend({ quantity })).max(ADDON_IDS.length) }))
    .output(Quote),
  add: route('POST', '/stripe/add-addon-to-subscription', 'Have more of add-ons: now, for the rest of the period')
    .input(
      z.object({
        ...userId,
        addons: ofEach(
          z.object({
            addonId: key,
            quantity: quantity.describe('How many there are to be'),
            incrementalQuantity: z
              .number()
              .int()
              .min(1)
              .max(ADDON_QUANTITY_MAX)
              .nullish()
              .describe('How many more the caller believes these to be; another number is refused'),
            name: z.string().max(200).nullish().describe('Accepted and ignored: the server knows it'),
            price: z.number().nullish().describe('What the caller believes one to cost; another price is refused'),
            currency: z.string().trim().toLowerCase().max(3).nullish().describe('As `price`'),
          }),
        ),
        quoteId: byQuote,
      }),
    )
    .output(
      z.object({
        ...saved,
        order: Order.nullable().describe('The payment; null where nothing is to be paid'),
        errors: z.array(z.object({ addonId: z.string(), message: z.string() })).describe('Of what was left as it is'),
      }),
    ),
  remove: route(
    'POST',
    '/stripe/remove-addon-from-subscription',
    'Have fewer of add-ons from the next period on: what is paid stays until then, and nothing is given back',
  )
    .input(
      z.object({
        ...userId,
        addonKeys: keys,
        quantities: z
          .record(key, z.number().int().min(0).max(limits.addonQuantityMax))
          .nullish()
          .describe('How many are left of each; what is not named is taken off as a whole'),
      }),
    )
    .output(z.object(saved)),
};
