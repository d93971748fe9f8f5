import { expect, test } from 'vitest';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

// The calls that the specification names for the agency's settings, the widget and billing stand in the API's own document, with the
// fields that are sent and the fields that are answered.

type Call = [method: 'get' | 'post' | 'delete', path: string, sent: string, answered: string];
/** The fields of a DNS record row. */
const DNS_RECORDS = ['type', 'name', 'value', 'priority', 'ttl', 'status'].reduce(
  (fields, field) => `${fields} data.records.${field}`,
  'data.records',
);
const CUSTOM_TAB = ['label', 'href', 'iconUrl', 'pageType', 'htmlContent', 'jsContent', 'iframeUrl', 'alwaysVisible'];
/** What is sent again as it is read; verification fields are the server's. */
const AGENCY_CHANGES = [
  ...['name', 'brandingText', 'squarePhotoURL', 'darkModeSquarePhotourl', 'settings.disablePasswordLogin'],
  ...['googleFont', 'themeVariant', 'themeColorUsage', 'customThemeJSONString', 'customCSS'],
  ...['mainWebsite', 'supportEmail', 'tosPage', 'privacyPolicypPage', 'address', 'customTabs'],
  ...CUSTOM_TAB.map((field) => `customTabs.${field}`),
].join(' ');
const AGENCY = [
  ...['ID', 'userId', 'createdAt', 'lastModified', ...AGENCY_CHANGES.split(' ')],
  ...['VGsubDomain', 'isVerifiedSubDomain', 'customDomain', 'isVerifiedCustomDomain'],
  ...['type', 'name', 'value'].map((field) => `customDomainConfig.${field}`),
  ...['resendEmailDomain', 'resendEmailDomainId', 'resendEmailDomainStatus', 'resendEmailDomainRecords_JSON_STRING'],
];
const under = (at: string, fields: string) => fields.split(' ').reduce((all, field) => `${all} ${at}.${field}`, at);
const PLAN = 'productId priceId name price credits features isPopular';
const CARD = 'id customer card.brand card.last4 card.exp_month card.exp_year';
const HOLDER = 'name phone address.line1 address.line2 address.city address.state address.postal_code address.country';
const PAYMENT_METHOD = `${CARD} ${HOLDER.replaceAll(/\S+/g, 'billing_details.$&')}`;
const CALLS: Call[] = [
  // Domains
  ['get', '/hosting/custom-domain', 'domain domainType', 'isVerified'],
  [
    ...(['post', '/hosting/custom-domain'] as const),
    'customDomain userId agencyId isVGSubdomain isCustomDomain',
    'success data.verification data.verification.type data.verification.name data.verification.value',
  ],
  ['delete', '/hosting/custom-domain', 'domain domainType', 'message success'],
  ['get', '/proxy', 'domain', ''],
  // Email
  ['post', '/mail/send-dns-instructions', 'to subject htmlContent fromDisplayName', 'success message'],
  ['post', '/resend/domains/{domain}', 'domain userId agencyId', `data.id ${DNS_RECORDS}`],
  ['post', '/resend/domains/{id}/verify', 'id', ''],
  ['get', '/resend/domains/{id}', 'id', `data.status ${DNS_RECORDS}`],
  ['delete', '/resend/domains/{id}', 'id', ''],
  // In the document store: an agency, its custom tabs, and who may change what of it.
  ['get', '/v2/workspaces/{uid}/agency', '', AGENCY.map((field) => `agency.${field}`).join(' ')],
  ['post', '/v2/workspaces/{uid}/agency', AGENCY_CHANGES, ''],
  // Payment connection
  ['post', '/stripe/connect/create-account', 'workspace', ''],
  ['post', '/stripe/connect/account-link', 'workspace', 'redirectUrl'],
  // Remote procedures
  ['post', '/rpc/uploadFile', 'agentId userId base64Payload targetPath temporary', 'data.url'],
  ['post', '/rpc/activateWhitelabelTrial', '', ''],
  [
    ...(['post', '/rpc/upsertAgencyPlans'] as const),
    'agencyAccountId workspaceId plans',
    `success ${under('updatedPlans', PLAN)}`,
  ],
  ['post', '/rpc/assemblePreBuiltPlansFromStripe', '', ''],
  ['post', '/rpc/createAgencySubscriptionSession', '', 'sessionUrl'],
  [
    ...(['get', '/v2/workspaces/{uid}/connect', ''] as const),
    `${under('stripeConnect', 'email accountId isConnected payouts_enabled USDPerToken allowPlans')} ${under('stripeConnect.plans', PLAN)}`,
  ],
  // Others
  ['get', '/v2/workspaces/{uid}/agency/font', 'family', ''],
  ['get', '/utils/languages', '', 'success languages'],
  // The widget
  ['get', '/public/users/{ownerID}/check-credits', '', 'continue hasEverPaid'],
  ['get', '/v2/public/agents/{ID}/usage', '', 'data.shouldContinue'],
  ['get', '/public/agents/{id}', '', 'data'],
  // Without the address itself, which nothing on a page needs.
  ['get', '/utils/ip', '', 'country'],
  [
    ...(['post', '/agents/{ID}/analytics'] as const),
    'region record ts browser origin platform countryCode ipAddress',
    'monthlyMessages',
  ],
  // What clients buy
  ['get', '/stripe/connect/get-account-id/{agencyUserId}/{region}', '', 'accountId allowPlans usdPerCredit'],
  ['get', '/stripe/connect/get-payment-methods/{customerId}/{accountId}', '', under('paymentMethod', PAYMENT_METHOD)],
  ['get', '/stripe/connect/get-billing-details/{customerId}/{accountId}', '', under('customer', `id ${HOLDER}`)],
  [
    ...(['get', '/stripe/connect/get-invoices/{customerId}/{accountId}', ''] as const),
    under('invoices.data', 'id number created hosted_invoice_url'),
  ],
  [
    ...(['post', '/stripe/connect/update-payment'] as const),
    'paymentMethodId userId agencyId orgId region workspaceStripeAccountId',
    'customer.id',
  ],
  [
    ...(['post', '/stripe/connect/update-autorecharge'] as const),
    'automaticBilling workspaceStripeAccountId threshold amount region orgId customer_id',
    '',
  ],
  ['post', '/agencies/{agencyId}/email', 'to subject html agencyData bucket', ''],
  ['post', '/stripe/connect/pre-paid', 'creditAmount region workspaceId clientId orgId', ''],
  [
    ...(['post', '/stripe/connect/create-subscription'] as const),
    'priceId customerEmail customerId orgId successUrl cancelUrl workspaceStripeAccountId region',
    'sessionUrl',
  ],
  [
    ...(['post', '/stripe/connect/cancel-subscription'] as const),
    'subscriptionId workspaceStripeAccountId orgId region',
    under('subscription', 'id status priceId'),
  ],
  ['get', '/rpc/getPlans', 'agencyAccountId', under('plans', PLAN)],
  // What workspaces buy
  [
    ...(['post', '/stripe/get-user-data'] as const),
    'userId region',
    `${under('paymentMethod', PAYMENT_METHOD)} customer subscriptions internalKeyRef currency subscriptionItems`,
  ],
  [
    ...(['post', '/stripe/upsert-payment-method'] as const),
    'paymentMethodId userId region email name phone address.city address.country address.line1 address.line2 address.postal_code address.state isNewPaymentMethod stripeAccountId',
    'customerId',
  ],
  [
    ...(['post', '/stripe/check-discount-code', 'discountCode userId region'] as const),
    under('discount', 'valid percent_off amount_off currency name duration'),
  ],
  ['post', '/stripe/top-up-usd', 'region userId amount currency', ''],
  [
    ...(['post', '/stripe/check-addon-status'] as const),
    'userId region addonKeys',
    'hasSubscription addons.addonKey addons.hasAddon addons.quantity',
  ],
  [
    ...(['post', '/stripe/add-addon-to-subscription'] as const),
    'userId region addons.addonId addons.name addons.price addons.quantity addons.incrementalQuantity addons.currency',
    'errors',
  ],
  ['post', '/stripe/remove-addon-from-subscription', 'userId region addonKeys', ''],
  ['post', '/stripe/cancel-subscription', 'userId region reason', ''],
  ['post', '/stripe/reactivate-subscription', 'userId region', ''],
  [
    ...(['post', '/stripe/create-subscription'] as const),
    'planId region userId addonsToShow discountCode',
    'transactionId amountPaid tax.currency requiresAction clientSecret subscriptionId',
  ],
  ['post', '/stripe/confirm-subscription-payment', 'paymentIntentId subscriptionId region userId', ''],
  [
    ...(['post', '/rpc/postChangeAutoBilling', 'threshold uid autoBilling'] as const),
    `success message recharge.automaticBilling ${under('recharge.internal', 'autochargeCreditThreshold autochargeCreditAmount monthlyChargeLimit')}`,
  ],
  ['post', '/workspace/{uid}/logs', 'userId agentId type content channel metadata withEmail region', 'success'],
];

type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

/** Every field by its way from the top; those of the entries of a list as those of the list. */
function fieldsOf(schema: Schema | undefined, at = ''): string[] {
  if (!schema) return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${at}${name}`,
    ...fieldsOf(inner, `${at}${name}.`),
  ]);
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...parts.flatMap((part) => fieldsOf(part, at))];
}

type Media = { content?: Record<string, { schema?: Schema }> };
type Operation = { parameters?: { name: string }[]; requestBody?: Media; responses: Record<string, Media> };
type Paths = Record<string, Record<string, Operation>>;

const schemaOf = (media: Media | undefined) => Object.values(media?.content ?? {}).map(({ schema }) => schema);

/** What of the calls is not there. */
function findMissing(paths: Paths, calls: readonly Call[]): string[] {
  return calls.flatMap(([method, path, sent, answered]) => {
    const operation = paths[path]?.[method];
    if (!operation) return [`${method} ${path}`];
    const taken = [
      ...(operation.parameters ?? []).map(({ name }) => name),
      ...schemaOf(operation.requestBody).flatMap((schema) => fieldsOf(schema)),
    ];
    const done = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const given = schemaOf(done).flatMap((schema) => fieldsOf(schema));
    const lacking = (names: string, there: string[]) =>
      names.split(' ').filter((name) => name !== '' && !there.includes(name));
    return [...lacking(sent, taken), ...lacking(answered, given)].map((name) => `${method} ${path}: ${name}`);
  });
}

// Planted: a field by another name in the contract (`usdPerCredit`) -> named with its call.
test('every call of the specification exists, with its fields; planted: one field more is missed', async () => {
  const { database } = (await openJourneyDatabases())[0]!;
  const api = await startTestApi(database);
  try {
    const { paths } = (await api.call('GET', '/../openapi.json')).body as { paths: Paths };
    expect(findMissing(paths, CALLS)).toEqual([]);
    const { body } = await api.call('GET', '/utils/languages');
    expect(body).toMatchObject({
      success: true,
      languages: [{ code: 'en', name: 'English' }, { code: 'de', name: 'Deutsch' }, {}, {}, {}, {}, {}, {}],
    });
    expect(
      findMissing(paths, [
        ['get', '/proxy', 'domain port', ''],
        ['post', '/proxy', '', ''],
      ]),
    ).toEqual(['get /proxy: port', 'post /proxy']);
  } finally {
    await api.stop();
  }
});
