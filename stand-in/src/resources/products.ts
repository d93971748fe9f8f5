import { z } from 'zod';
import { changing, emit } from '../events/emit.ts';
import { isWithin, listOf } from '../http/lists.ts';
import { created, currency, flag, int, mergeMetadata, metadata, orEmpty, pages, text, url } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId } from '../ids.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';
import { planOf } from '../subscriptions/items.ts';

const features = z.array(z.strictObject({ name: text(80) })).max(15);

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: int(1, 365).optional(),
  usage_type: z.literal('licensed').optional(),
});

type PriceOf = {
  currency: string;
  unit_amount: number;
  recurring?: z.output<typeof recurring> | undefined;
  nickname?: string | undefined;
  lookup_key?: string | undefined;
  metadata?: Record<string, string>;
};

function makePrice(tx: Transaction, product: string, sent: PriceOf): Tables['prices'] {
  if (sent.lookup_key && tx.all('prices', (one) => one.lookup_key === sent.lookup_key).length > 0)
    throw invalid(`A price already uses the lookup key '${sent.lookup_key}'.`, 'resource_already_exists', 'lookup_key');
  const price = tx.add('prices', {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: tx.now,
    currency: sent.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: sent.lookup_key ?? null,
    metadata: sent.metadata ?? {},
    nickname: sent.nickname ?? null,
    product,
    recurring: sent.recurring
      ? {
          interval: sent.recurring.interval,
          interval_count: sent.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: sent.recurring ? 'recurring' : 'one_time',
    unit_amount: sent.unit_amount,
    unit_amount_decimal: String(sent.unit_amount),
  });
  emit(tx, 'price.created', price);
  return price;
}

/** Subscriptions show their prices as they are now. */
function showPrice(tx: Transaction, price: Tables['prices']): void {
  const has = ({ items }: Tables['subscriptions']) => items.data.some((item) => item.price.id === price.id);
  for (const { items } of tx.all('subscriptions', has))
    for (const item of items.data)
      if (item.price.id === price.id) Object.assign(item, { price: structuredClone(price), plan: planOf(price) });
}

export const products: Route[] = [
  endpoint(
    'POST',
    '/v1/products',
    {
      active: flag.optional(),
      default_price_data: z
        .strictObject({ currency, unit_amount: int(0), recurring: recurring.optional(), metadata: metadata.optional() })
        .optional(),
      description: text().optional(),
      id: text().optional(),
      images: z.array(url).max(8).optional(),
      marketing_features: features.optional(),
      metadata: metadata.optional(),
      name: text(),
      statement_descriptor: text(22).optional(),
      tax_code: text().optional(),
    },
    ({ tx, params }) => {
      if (params.id && tx.find('products', params.id))
        throw invalid('Product already exists.', 'resource_already_exists', 'id');
      const product = tx.add('products', {
        id: params.id ?? newId('prod'),
        object: 'product',
        active: params.active ?? true,
        created: tx.now,
        default_price: null as string | null,
        description: params.description ?? null,
        images: params.images ?? [],
        livemode: false,
        marketing_features: params.marketing_features ?? [],
        metadata: mergeMetadata({}, params.metadata),
        name: params.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: params.statement_descriptor ?? null,
        tax_code: params.tax_code ?? null,
        tax_details: null,
        type: 'service',
        unit_label: null,
        updated: tx.now,
        url: null,
      });
      emit(tx, 'product.created', product);
      const { default_price_data: data } = params;
      if (data)
        product.default_price = makePrice(tx, product.id, { ...data, metadata: mergeMetadata({}, data.metadata) }).id;
      return product;
    },
  ),
  endpoint('GET', '/v1/products/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('products', id)),
  endpoint(
    'POST',
    '/v1/products/:id',
    {
      active: flag.optional(),
      default_price: text().optional(),
      description: orEmpty(text()).optional(),
      marketing_features: orEmpty(features).optional(),
      metadata: metadata.optional(),
      name: text().optional(),
    },
    ({ tx, ids: [id = ''], params }) => {
      const product = tx.get('products', id);
      return changing(tx, 'product.updated', product, () => {
        if (params.active !== undefined) product.active = params.active;
        if (params.default_price) product.default_price = tx.get('prices', params.default_price, 'default_price').id;
        if (params.description !== undefined) product.description = params.description;
        if (params.marketing_features !== undefined) product.marketing_features = params.marketing_features ?? [];
        if (params.name) product.name = params.name;
        product.metadata = mergeMetadata(product.metadata, params.metadata);
        product.updated = tx.now;
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/products',
    { ...pages, active: flag.optional(), created, ids: z.array(text()).optional() },
    ({ tx, params }) =>
      listOf(
        tx,
        'products',
        '/v1/products',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (params.active === undefined || one.active === params.active) &&
          (params.ids?.includes(one.id) ?? true),
      ),
  ),
];

export const prices: Route[] = [
  endpoint(
    'POST',
    '/v1/prices',
    {
      currency,
      lookup_key: text(200).optional(),
      metadata: metadata.optional(),
      nickname: text().optional(),
      product: text().optional(),
      recurring: recurring.optional(),
      unit_amount: int(0),
    },
    ({ tx, params }) =>
      makePrice(tx, tx.get('products', params.product ?? '', 'product').id, {
        ...params,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
  endpoint('GET', '/v1/prices/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('prices', id, 'price')),
  endpoint(
    'POST',
    '/v1/prices/:id',
    { active: flag.optional(), metadata: metadata.optional(), nickname: orEmpty(text()).optional() },
    ({ tx, ids: [id = ''], params }) => {
      const price = tx.get('prices', id, 'price');
      return changing(tx, 'price.updated', price, () => {
        if (params.active !== undefined) price.active = params.active;
        if (params.nickname !== undefined) price.nickname = params.nickname;
        price.metadata = mergeMetadata(price.metadata, params.metadata);
        showPrice(tx, price);
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/prices',
    {
      ...pages,
      active: flag.optional(),
      created,
      currency: currency.optional(),
      lookup_keys: z.array(text()).max(10).optional(),
      product: text().optional(),
      recurring: z.strictObject({ interval: recurring.shape.interval.optional() }).optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    },
    ({ tx, params }) =>
      listOf(
        tx,
        'prices',
        '/v1/prices',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (params.active === undefined || one.active === params.active) &&
          (!params.currency || one.currency === params.currency) &&
          (!params.product || one.product === params.product) &&
          (!params.type || one.type === params.type) &&
          (!params.recurring?.interval || one.recurring?.interval === params.recurring.interval) &&
          (params.lookup_keys?.includes(one.lookup_key ?? '') ?? true),
      ),
  ),
];
