import { z } from 'zod';
import { changing, emit } from '../events/emit.ts';
import { isWithin, listOf } from '../http/lists.ts';
import { address, created, mergeMetadata, metadata, orEmpty, pages, text, wireAddress } from '../http/params.ts';
import { endpoint, type Route } from '../http/routes.ts';
import { invalid } from '../http/stripe-error.ts';
import { newId, randomText } from '../ids.ts';
import { attach } from '../payments/attach.ts';
import { findPaymentMethod } from '../payments/make-payment-method.ts';
import type { Transaction } from '../store/transaction.ts';

const shape = {
  address: orEmpty(address).optional(),
  description: orEmpty(text()).optional(),
  email: orEmpty(text(512)).optional(),
  invoice_settings: z.strictObject({ default_payment_method: orEmpty(text()).optional() }).optional(),
  metadata: metadata.optional(),
  name: orEmpty(text(256)).optional(),
  phone: orEmpty(text(20)).optional(),
  preferred_locales: z.array(text(20)).optional(),
};
const customerSchema = z.strictObject(shape);
type Sent = z.output<typeof customerSchema>;

export function makeCustomer(tx: Transaction, sent: Sent) {
  return tx.add('customers', {
    id: newId('cus'),
    object: 'customer',
    address: wireAddress(sent.address),
    balance: 0,
    created: tx.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: sent.description ?? null,
    discount: null,
    email: sent.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, sent.metadata),
    name: sent.name ?? null,
    next_invoice_sequence: 1,
    phone: sent.phone ?? null,
    preferred_locales: sent.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  });
}

export const customers: Route[] = [
  endpoint('POST', '/v1/customers', { ...shape, payment_method: text().optional() }, ({ tx, params }) => {
    const customer = makeCustomer(tx, params);
    if (params.payment_method) attach(tx, findPaymentMethod(tx, params.payment_method), customer.id);
    const wanted = params.invoice_settings?.default_payment_method;
    if (wanted) customer.invoice_settings.default_payment_method = ofCustomer(tx, customer.id, wanted);
    emit(tx, 'customer.created', customer);
    return customer;
  }),
  endpoint('GET', '/v1/customers/:id', {}, ({ tx, ids: [id = ''] }) => tx.get('customers', id)),
  endpoint('POST', '/v1/customers/:id', shape, ({ tx, ids: [id = ''], params }) => {
    const customer = tx.get('customers', id);
    return changing(tx, 'customer.updated', customer, () => {
      if (params.address !== undefined) customer.address = wireAddress(params.address);
      if (params.description !== undefined) customer.description = params.description;
      if (params.email !== undefined) customer.email = params.email;
      if (params.name !== undefined) customer.name = params.name;
      if (params.phone !== undefined) customer.phone = params.phone;
      if (params.preferred_locales !== undefined) customer.preferred_locales = params.preferred_locales;
      customer.metadata = mergeMetadata(customer.metadata, params.metadata);
      const method = params.invoice_settings?.default_payment_method;
      if (method !== undefined)
        customer.invoice_settings.default_payment_method = method === null ? null : ofCustomer(tx, id, method);
    });
  }),
  endpoint('GET', '/v1/customers', { ...pages, created, email: text().optional() }, ({ tx, params }) =>
    listOf(
      tx,
      'customers',
      '/v1/customers',
      params,
      (one) => isWithin(params.created, one.created) && (!params.email || one.email === params.email),
    ),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...pages, type: z.literal('card').optional() },
    ({ tx, ids: [id = ''], params }) => {
      tx.get('customers', id, 'customer');
      return listOf(tx, 'payment_methods', `/v1/customers/${id}/payment_methods`, params, (one) => one.customer === id);
    },
  ),
  endpoint('GET', '/v1/customers/:id/payment_methods/:id', {}, ({ tx, ids: [id = '', method = ''] }) =>
    tx.get('payment_methods', ofCustomer(tx, id, method)),
  ),
];

function ofCustomer(tx: Transaction, customer: string, method: string): string {
  if (tx.find('payment_methods', method)?.customer !== customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      'resource_missing',
      'invoice_settings[default_payment_method]',
    );
  return method;
}
