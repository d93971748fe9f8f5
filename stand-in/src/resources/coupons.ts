import { z } from 'zod';
import { changing, emit } from '../events/emit.ts';
import { isWithin, listOf } from '../http/lists.ts';
import { created, currency, decimal, flag, int, mergeMetadata, metadata, pages, text, time } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId, randomText } from '../ids.ts';

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .optional();

export const coupons: Route[] = [
  endpoint(
    'POST',
    '/v1/coupons',
    {
      amount_off: int(1).optional(),
      currency: currency.optional(),
      duration: z.enum(['forever', 'once', 'repeating']).optional(),
      duration_in_months: int(1, 120).optional(),
      id: text(200).optional(),
      max_redemptions: int(1).optional(),
      metadata: metadata.optional(),
      name: text(40).optional(),
      percent_off: decimal(0.0001, 100).optional(),
      redeem_by: time.optional(),
    },
    ({ tx, params }) => {
      if ((params.amount_off === undefined) === (params.percent_off === undefined))
        throw invalid('Must provide either percent_off or amount_off.', 'parameter_missing');
      if (params.amount_off !== undefined && !params.currency)
        throw invalid('Must provide currency when using amount_off.', 'parameter_missing', 'currency');
      if ((params.duration === 'repeating') !== (params.duration_in_months !== undefined))
        throw invalid(
          'duration_in_months is for coupons whose duration is repeating.',
          undefined,
          'duration_in_months',
        );
      const id = params.id ?? randomText(8);
      if (tx.find('coupons', id)) throw invalid('Coupon already exists.', 'resource_already_exists', 'id');
      const coupon = tx.add('coupons', {
        id,
        object: 'coupon',
        amount_off: params.amount_off ?? null,
        created: tx.now,
        currency: params.amount_off === undefined ? null : (params.currency ?? null),
        duration: params.duration ?? 'once',
        duration_in_months: params.duration_in_months ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata({}, params.metadata),
        name: params.name ?? null,
        percent_off: params.percent_off ?? null,
        redeem_by: params.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      });
      emit(tx, 'coupon.created', coupon);
      return coupon;
    },
  ),
  endpoint('GET', '/v1/coupons/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('coupons', id, 'coupon')),
  endpoint('GET', '/v1/coupons', { ...pages, created }, ({ tx, params }) =>
    listOf(tx, 'coupons', '/v1/coupons', params, (one) => isWithin(params.created, one.created)),
  ),
  endpoint('DELETE', '/v1/coupons/:id', {}, ({ tx, ids: [id = ''] }) => {
    const coupon = tx.get('coupons', id, 'coupon');
    if (tx.all('discounts', (one) => one.source.coupon === id).length > 0)
      throw invalid('The stand-in keeps coupons that somebody redeemed.');
    tx.remove('coupons', id);
    emit(tx, 'coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
];

export const promotionCodes: Route[] = [
  endpoint(
    'POST',
    '/v1/promotion_codes',
    {
      active: flag.optional(),
      code: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,500}$/)
        .optional(),
      customer: text().optional(),
      expires_at: time.optional(),
      max_redemptions: int(1).optional(),
      metadata: metadata.optional(),
      promotion: z.strictObject({ coupon: text(), type: z.literal('coupon') }),
      restrictions: z.strictObject({ first_time_transaction: flag.optional() }).optional(),
    },
    ({ tx, params }) => {
      const coupon = tx.get('coupons', params.promotion.coupon, 'promotion[coupon]');
      if (params.customer) tx.get('customers', params.customer, 'customer');
      const code = (params.code ?? randomText(8)).toUpperCase();
      if (tx.all('promotion_codes', (one) => one.active && one.code.toUpperCase() === code).length > 0)
        throw invalid(
          `An active promotion code with \`code: ${code}\` already exists.`,
          'resource_already_exists',
          'code',
        );
      const made = tx.add('promotion_codes', {
        id: newId('promo'),
        object: 'promotion_code',
        active: params.active ?? true,
        code: params.code ?? code,
        created: tx.now,
        customer: params.customer ?? null,
        customer_account: null,
        expires_at: params.expires_at ?? coupon.redeem_by,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata({}, params.metadata),
        promotion: { type: 'coupon', coupon: coupon.id },
        restrictions: {
          first_time_transaction: params.restrictions?.first_time_transaction ?? false,
          minimum_amount: null,
          minimum_amount_currency: null,
        },
        times_redeemed: 0,
      });
      emit(tx, 'promotion_code.created', made);
      return made;
    },
  ),
  endpoint('GET', '/v1/promotion_codes/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('promotion_codes', id)),
  endpoint(
    'POST',
    '/v1/promotion_codes/:id',
    { active: flag.optional(), metadata: metadata.optional() },
    ({ tx, ids: [id = ''], params }) => {
      const code = tx.get('promotion_codes', id);
      return changing(tx, 'promotion_code.updated', code, () => {
        if (params.active !== undefined) code.active = params.active;
        code.metadata = mergeMetadata(code.metadata, params.metadata);
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/promotion_codes',
    { ...pages, active: flag.optional(), code: text().optional(), coupon: text().optional(), created },
    ({ tx, params }) =>
      listOf(
        tx,
        'promotion_codes',
        '/v1/promotion_codes',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (params.active === undefined || one.active === params.active) &&
          (!params.code || one.code.toLowerCase() === params.code.toLowerCase()) &&
          (!params.coupon || one.promotion.coupon === params.coupon),
      ),
  ),
];

export const taxRates: Route[] = [
  endpoint(
    'POST',
    '/v1/tax_rates',
    {
      active: flag.optional(),
      country,
      description: text().optional(),
      display_name: text(50),
      inclusive: flag,
      jurisdiction: text(50).optional(),
      metadata: metadata.optional(),
      percentage: decimal(0, 100),
      tax_type: z.enum(['vat', 'gst', 'sales_tax', 'hst', 'pst', 'qst', 'jct', 'igst', 'rst']).optional(),
    },
    ({ tx, params }) => {
      const rate = tx.add('tax_rates', {
        id: newId('txr'),
        object: 'tax_rate',
        active: params.active ?? true,
        country: params.country ?? null,
        created: tx.now,
        description: params.description ?? null,
        display_name: params.display_name,
        effective_percentage: null,
        flat_amount: null,
        inclusive: params.inclusive,
        jurisdiction: params.jurisdiction ?? null,
        jurisdiction_level: null,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        percentage: params.percentage,
        rate_type: 'percentage',
        state: null,
        tax_type: params.tax_type ?? null,
      });
      emit(tx, 'tax_rate.created', rate);
      return rate;
    },
  ),
  endpoint('GET', '/v1/tax_rates/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('tax_rates', id)),
  endpoint(
    'POST',
    '/v1/tax_rates/:id',
    { active: flag.optional(), display_name: text(50).optional(), metadata: metadata.optional() },
    ({ tx, ids: [id = ''], params }) => {
      const rate = tx.get('tax_rates', id);
      return changing(tx, 'tax_rate.updated', rate, () => {
        if (params.active !== undefined) rate.active = params.active;
        if (params.display_name) rate.display_name = params.display_name;
        rate.metadata = mergeMetadata(rate.metadata, params.metadata);
      });
    },
  ),
  endpoint(
    'GET',
    '/v1/tax_rates',
    { ...pages, active: flag.optional(), created, inclusive: flag.optional() },
    ({ tx, params }) =>
      listOf(
        tx,
        'tax_rates',
        '/v1/tax_rates',
        params,
        (one) =>
          isWithin(params.created, one.created) &&
          (params.active === undefined || one.active === params.active) &&
          (params.inclusive === undefined || one.inclusive === params.inclusive),
      ),
  ),
];
