import { z } from 'zod';
import { emitThin } from '../events/emit.ts';
import { endpointV2, type Route } from '../http/routes.ts';
import { invalid, missing, noAccess } from '../http/stripe-error.ts';
import { newId, randomText } from '../ids.ts';
import type { Tables } from '../store/tables.ts';
import type { Transaction } from '../store/transaction.ts';

type Account = Tables['accounts'];

const INCLUDES = [
  'configuration.customer',
  'configuration.merchant',
  'configuration.recipient',
  'defaults',
  'future_requirements',
  'identity',
  'requirements',
] as const;
const include = z.array(z.enum(INCLUDES)).optional();
const requested = z.strictObject({ requested: z.boolean() });
const LINK_SECONDS = 300;

const described = {
  contact_email: z.email().max(512).optional(),
  display_name: z.string().max(500).optional(),
  include,
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
};

const account = z.strictObject({
  ...described,
  configuration: z
    .strictObject({
      customer: z.strictObject({}).optional(),
      merchant: z
        .strictObject({ capabilities: z.strictObject({ card_payments: requested.optional() }).optional() })
        .optional(),
    })
    .optional(),
  dashboard: z.enum(['express', 'full', 'none']).optional(),
  defaults: z
    .strictObject({
      currency: z.string().length(3).optional(),
      locales: z.array(z.string().max(10)).optional(),
      responsibilities: z
        .strictObject({
          fees_collector: z.enum(['application', 'stripe']),
          losses_collector: z.enum(['application', 'stripe']),
        })
        .optional(),
    })
    .optional(),
  identity: z
    .strictObject({
      country: z.string().length(2).optional(),
      entity_type: z.enum(['company', 'government_entity', 'individual', 'non_profit']).optional(),
    })
    .optional(),
});

const restricted = () => ({
  status: 'restricted' as const,
  status_details: [{ code: 'requirements_past_due' as const, resolution: 'provide_info' as const }],
});
const active = () => ({ status: 'active' as const, status_details: [] });

const requirement = (): NonNullable<NonNullable<Account['requirements']>['entries']>[number] => ({
  awaiting_action_from: 'user',
  description: 'identity.business_details',
  errors: [],
  impact: {
    restricts_capabilities: [
      { capability: 'card_payments', configuration: 'merchant', deadline: { status: 'past_due' } },
    ],
  },
  minimum_deadline: { status: 'past_due' },
  requested_reasons: [{ code: 'routine_onboarding' }],
});

const related = (id: string) => ({ id, type: 'v2.core.account', url: `/v2/core/accounts/${id}` });

/** What nobody asked for is null. */
function shown(full: Account, wanted: readonly string[] | undefined): object {
  const has = (name: (typeof INCLUDES)[number]) => wanted?.includes(name) ?? false;
  const merchant = has('configuration.merchant') ? full.configuration?.merchant : null;
  const hasConfiguration = wanted?.some((one) => one.startsWith('configuration.')) ?? false;
  return {
    ...full,
    configuration: hasConfiguration ? { customer: null, merchant: merchant ?? null, recipient: null } : null,
    defaults: has('defaults') ? full.defaults : null,
    future_requirements: has('future_requirements') ? full.future_requirements : null,
    identity: has('identity') ? full.identity : null,
    requirements: has('requirements') ? full.requirements : null,
  };
}

/** Every requirement is met: cards may be charged, and money paid out unless somebody wants it otherwise. */
export function completeOnboarding(tx: Transaction, found: Account, withPayouts: boolean): void {
  const merchant = found.configuration?.merchant;
  if (!merchant) return;
  const before = merchant.capabilities;
  merchant.capabilities = {
    card_payments: active(),
    stripe_balance: { payouts: withPayouts ? active() : restricted() },
  };
  found.requirements = { entries: [] };
  emitThin(tx, 'v2.core.account[requirements].updated', related(found.id));
  const tell = (capability: string) =>
    emitThin(tx, 'v2.core.account[configuration.merchant].capability_status_updated', related(found.id), {
      updated_capability: capability,
    });
  if (before?.card_payments?.status !== 'active') tell('card_payments');
  if (withPayouts && before?.stripe_balance?.payouts?.status !== 'active') tell('stripe_balance.payouts');
}

export const accounts: Route[] = [
  endpointV2('POST', '/v2/core/accounts', account, ({ tx, params }) => {
    const made: Account = {
      id: newId('acct'),
      object: 'v2.core.account',
      applied_configurations: params.configuration?.merchant ? ['merchant'] : [],
      closed: false,
      configuration: params.configuration?.merchant
        ? {
            merchant: {
              applied: true,
              capabilities: { card_payments: restricted(), stripe_balance: { payouts: restricted() } },
            },
          }
        : {},
      ...(params.contact_email ? { contact_email: params.contact_email } : {}),
      created: new Date(tx.now * 1_000).toISOString(),
      dashboard: params.dashboard ?? 'full',
      defaults: {
        currency: params.defaults?.currency ?? 'usd',
        locales: (params.defaults?.locales ?? []) as never,
        responsibilities: {
          fees_collector: params.defaults?.responsibilities?.fees_collector ?? 'stripe',
          losses_collector: params.defaults?.responsibilities?.losses_collector ?? 'stripe',
          requirements_collector: 'stripe',
        },
      },
      ...(params.display_name ? { display_name: params.display_name } : {}),
      future_requirements: { entries: [] },
      identity: {
        ...(params.identity?.country ? { country: params.identity.country.toLowerCase() } : {}),
        ...(params.identity?.entity_type ? { entity_type: params.identity.entity_type } : {}),
      },
      livemode: false,
      metadata: params.metadata ?? {},
      requirements: { entries: [requirement()], summary: { minimum_deadline: { status: 'past_due' } } },
    };
    tx.add('accounts', made);
    emitThin(tx, 'v2.core.account.created', related(made.id));
    return shown(made, params.include);
  }),
  endpointV2('GET', '/v2/core/accounts/:id', z.strictObject({ include }), ({ tx, ids: [id = ''], params }) =>
    shown(find(tx, id), params.include),
  ),
  endpointV2('POST', '/v2/core/accounts/:id', z.strictObject(described), ({ tx, ids: [id = ''], params }) => {
    const found = find(tx, id);
    if (params.contact_email) found.contact_email = params.contact_email;
    if (params.display_name) found.display_name = params.display_name;
    if (params.metadata) found.metadata = { ...found.metadata, ...params.metadata };
    emitThin(tx, 'v2.core.account.updated', related(id));
    return shown(found, params.include);
  }),
  endpointV2(
    'POST',
    '/v2/core/account_links',
    z.strictObject({
      account: z.string(),
      use_case: z.strictObject({
        type: z.literal('account_onboarding'),
        account_onboarding: z.strictObject({
          refresh_url: z.url(),
          return_url: z.url().optional(),
        }),
      }),
    }),
    ({ tx, params }) => {
      find(tx, params.account);
      const { refresh_url, return_url } = params.use_case.account_onboarding;
      const id = randomText(40);
      const { id: _, ...link } = tx.add(
        'account_links',
        {
          id,
          object: 'v2.core.account_link',
          account: params.account,
          created: new Date(tx.now * 1_000).toISOString(),
          expires_at: new Date((tx.now + LINK_SECONDS) * 1_000).toISOString(),
          livemode: false,
          url: `${tx.pagesUrl}/onboarding/${tx.account}/${id}`,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: { refresh_url, ...(return_url ? { return_url } : {}) },
          },
        },
        { isUsed: false },
      );
      return link;
    },
  ),
];

function find(tx: Transaction, id: string): Account {
  if (tx.account !== tx.platform) throw invalid('Accounts are looked up by the platform, without Stripe-Account.');
  const found = tx.find('accounts', id);
  if (!found) throw missing('account', id, 'account');
  if (tx.hidden('accounts', id).isDisconnected) throw noAccess(id);
  return found;
}
