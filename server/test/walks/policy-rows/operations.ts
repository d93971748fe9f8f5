import { definitionOf, secretFor } from '../../factories/function-factory.ts';
import type { Tenant } from '../../factories/tenant.ts';
import {
  accessKey,
  callCredential,
  channel,
  credential,
  delivery,
  httpFunction,
  mcpSource,
  member,
  none,
  type ProcedureName,
  phoneNumber,
  type Row,
  schedule,
  simulated,
  uid,
} from '../policy-row.ts';

const agentOf = (t: Tenant) => ({ uid: t.uid, agentId: t.agentId });

/** What keeps a workspace running. */
const days = { from: '2026-01-01', to: '2026-01-31', timeZone: 'UTC' };

const card = (userId: string) => ({
  userId,
  paymentMethodId: 'pm_0123456789',
  ...{ email: 'pat@example.com', name: 'Pat Doe' },
  address: { line1: '1 Main Street', city: 'Springfield', postal_code: '12345', country: 'US' },
});

const noOrder = (t: Parameters<typeof uid>[0]) => ({ ...uid(t), orderId: 'ord_0123456789abcdefghij' });

const noInvoice = (t: Parameters<typeof uid>[0]) => ({ ...uid(t), invoiceId: 'in_0123456789' });

const seats = [{ addonId: 'client_seat', quantity: 2 }];

const hours = { name: 'Office', timeZone: 'Europe/Berlin', days: Array.from({ length: 7 }, () => []) };

/** A function of one tenant with the credential of another. */
const withCredential = (own: Tenant, foreign: Tenant) => {
  const definition = definitionOf({ name: nameOf(own) });
  return { ...definition, request: { ...definition.request, credentialId: foreign.callCredentialId } };
};

const nameOf = (t: Tenant) => `f_${t.functionId.slice(4).toLowerCase()}`;

/** A key belongs to a person: the workspace's own key is nobody. */
const OF_PEOPLE: Pick<Row, 'only'> = { only: ['the owner', 'a member'] };

const plans = [{ name: 'Basic', credits: 5_000, features: ['All agents'] }];

export const operationsRows = {
  'connect.get': member(null, uid, { status: 404 }),
  'connect.refresh': member(null, uid, { status: 404, unaudited: 'it looks, and changes nothing' }),
  'connect.createAccount': member('billing.write', none, {
    ...{ status: 404, unaudited: 'where nobody pays there is none; journeys/connect.test.ts looks for the row' },
    body: (t) => ({ workspace: t.uid }),
    alsoNames: { workspace: (_own, foreign) => ({ body: { workspace: foreign.uid } }) },
  }),
  'connect.createAccountLink': member('billing.write', none, {
    ...{ status: 404, unaudited: 'nothing is kept of it' },
    body: (t) => ({ workspace: t.uid }),
    alsoNames: { workspace: (_own, foreign) => ({ body: { workspace: foreign.uid } }) },
  }),
  'connect.saveSettings': member('billing.write', uid, {
    ...{ status: 404, unaudited: 'where nobody pays nothing is saved; journeys/connect.test.ts looks for the row' },
    body: () => ({ USDPerToken: 0.003, allowPlans: true }),
  }),
  'connect.upsertPlans': member('billing.write', none, {
    ...{ status: 404, unaudited: 'where nobody pays nothing is saved; journeys/connect.test.ts looks for the row' },
    body: (t) => ({ workspaceId: t.uid, plans }),
    alsoNames: { workspaceId: (_own, foreign) => ({ body: { workspaceId: foreign.uid, plans } }) },
  }),
  'connect.proposePlans': member('billing.write', none, {
    ...{ status: 404, unaudited: 'nothing is kept of it' },
    body: (t) => ({ workspaceId: t.uid }),
    alsoNames: { workspaceId: (_own, foreign) => ({ body: { workspaceId: foreign.uid } }) },
  }),
  'credentials.list': member(null, uid),
  'credentials.listModels': member('agents.write', uid, {
    query: () => ({ provider: 'openai' }),
    alsoNames: {
      credentialId: (_own, foreign) => ({ query: { provider: 'openai', credentialId: foreign.credentialId } }),
    },
  }),
  'credentials.create': member('credentials.write', uid, {
    body: () => ({ provider: 'openai', label: 'Main', secret: 'sk-0123456789abcdef' }),
  }),
  'credentials.rotate': member('credentials.write', credential, { body: () => ({ secret: 'sk-0123456789abcdef' }) }),
  'credentials.delete': member('credentials.write', credential, { isOnce: 'agent' }),
  'credentials.test': member('credentials.write', credential, {
    unaudited: 'it changes nothing',
    body: () => ({ model: 'fine' }),
  }),
  'channels.list': member(null, agentOf, { client: { page: '/channels', of: 'agent' } }),
  'channels.listAll': member(null, uid, { query: () => ({ provider: 'telegram' }) }),
  // Nothing answers for Telegram here: whoever may call is told so.
  'channels.connectTelegram': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({ token: `123456789:${'A'.repeat(35)}` }),
  }),
  'channels.connectWhatsApp': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({
      phoneNumberId: '106540352242922',
      accountId: '102290129340398',
      token: 'A'.repeat(40),
      appSecret: 'a'.repeat(32),
    }),
  }),
  'channels.connectMessenger': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({ appId: '106540352242922', token: 'A'.repeat(40), appSecret: 'a'.repeat(32) }),
  }),
  'channels.connectInstagram': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({ appId: '106540352242922', token: 'A'.repeat(40), appSecret: 'a'.repeat(32) }),
  }),
  'channels.connectDiscord': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({ token: `${'A'.repeat(24)}.${'A'.repeat(6)}.${'A'.repeat(38)}` }),
  }),
  'channels.connectSms': member('agents.publish', agentOf, {
    status: 400,
    unaudited: 'nothing was connected',
    body: () => ({ accountSid: `AC${'a'.repeat(32)}`, authToken: 'a'.repeat(32), phoneNumber: '+15550100199' }),
  }),
  // The channel is one of Telegram's, where nobody is mentioned.
  'channels.update': member('agents.publish', channel, {
    status: 400,
    unaudited: 'it changes nothing there',
    body: () => ({ answersMentions: true }),
  }),
  'channels.pause': member('agents.publish', channel),
  'channels.resume': member('agents.publish', channel),
  'channels.remove': member('agents.publish', channel, { isOnce: 'channel' }),
  'simulator.connect': member('agents.publish', agentOf, {
    body: () => ({ provider: 'sms' }),
    unaudited: 'it stands there already',
  }),
  'simulator.open': member(null, simulated),
  'simulator.lines': member(null, simulated),
  'simulator.say': member('agents.publish', simulated, {
    unaudited: 'it stands on the phone',
    body: () => ({ text: 'Hello' }),
  }),
  'simulator.read': member('agents.publish', simulated, { unaudited: 'it stands on the phone' }),
  'simulator.trouble': member('agents.publish', simulated, {
    unaudited: 'it stands on the phone',
    body: () => ({ kind: 'busy' }),
  }),
  'simulator.mend': member('agents.publish', simulated, { unaudited: 'it stands on the phone' }),
  'callCredentials.list': member(null, uid),
  'callCredentials.create': member('credentials.write', uid, { body: () => secretFor(['https://api.example.com']) }),
  'callCredentials.replace': member('credentials.write', callCredential, {
    body: () => secretFor(['https://api.example.com']),
  }),
  'callCredentials.delete': member('credentials.write', callCredential, { isOnce: 'callCredential' }),
  'accessKeys.list': member(null, uid, { ...OF_PEOPLE }),
  'accessKeys.create': member(null, uid, { ...OF_PEOPLE, body: () => ({ name: 'Assistant' }) }),
  // Somebody else's is there for those alone who manage members; access-keys.test.ts looks at them.
  'accessKeys.revoke': member(null, accessKey, { isOnce: 'accessKey', only: ['the owner'] }),
  'functions.list': member(null, uid),
  'functions.get': member(null, httpFunction),
  'functions.listRevisions': member(null, httpFunction),
  'functions.listUses': member(null, httpFunction),
  'functions.create': member('agents.write', uid, {
    isOnce: 'function',
    body: (t) => definitionOf({ name: nameOf(t) }),
    alsoNames: { callCredentialId: (own, foreign) => ({ body: withCredential(own, foreign) }) },
  }),
  'functions.update': member('agents.write', httpFunction, {
    isOnce: 'function',
    body: (t) => ({ ...definitionOf({ name: nameOf(t) }), edition: 1 }),
  }),
  'functions.publish': member('agents.publish', httpFunction, { isOnce: 'function', body: () => ({ edition: 1 }) }),
  // Sending wants the permission to publish; journeys/functions.test.ts looks at that.
  'functions.try': member('agents.write', httpFunction, {
    unaudited: 'a preview sends nothing',
    body: () => ({ mode: 'preview', values: { order: '7' } }),
  }),
  'functions.delete': member('agents.publish', httpFunction, { isOnce: 'function' }),
  'mcpSources.list': member(null, uid),
  'mcpSources.get': member(null, mcpSource),
  // Nobody answers there; journeys/mcp-tools.test.ts has a server that does.
  'mcpSources.create': member('agents.write', uid, {
    ...{ status: 400, unaudited: 'nothing is kept of a server that cannot be asked' },
    body: () => ({ name: 'Shop', url: 'https://mcp.invalid/mcp' }),
  }),
  'mcpSources.look': member('agents.write', mcpSource, { unaudited: 'it reads, and approves of nothing' }),
  'mcpSources.approve': member('agents.publish', mcpSource, {
    body: () => ({
      tool: 'find',
      fingerprint: 'a'.repeat(64),
      kind: 'read',
      examples: ['Find it', 'Where is it?', 'Search'],
    }),
  }),
  'mcpSources.delete': member('agents.publish', mcpSource, { isOnce: 'mcpSource' }),
  'phoneNumbers.list': member(null, uid),
  // Twilio knows no such account, or is not reached; the slice's own tests have one that does.
  'phoneNumbers.look': member('agents.publish', uid, {
    ...{ status: 400, unaudited: 'it reads' },
    body: () => ({ account: { accountSid: `AC${'a'.repeat(32)}`, authToken: 'a'.repeat(32) } }),
  }),
  'phoneNumbers.import': member('agents.publish', uid, {
    ...{ status: 400, unaudited: 'nothing was imported' },
    body: () => ({
      account: { accountSid: `AC${'a'.repeat(32)}`, authToken: 'a'.repeat(32) },
      number: '+12025550199',
    }),
  }),
  'phoneNumbers.update': member('agents.publish', phoneNumber, { body: () => ({ closedText: 'We are closed.' }) }),
  'phoneNumbers.release': member('agents.publish', phoneNumber, { isOnce: 'phoneNumber' }),
  'schedules.list': member(null, uid),
  'schedules.create': member('agents.publish', uid, { body: () => hours }),
  'schedules.update': member('agents.publish', schedule, { body: () => hours }),
  'schedules.delete': member('agents.publish', schedule, { isOnce: 'schedule' }),
  'logs.write': member(null, uid, {
    body: () => ({ type: 'note', content: 'Synced.' }),
    alsoNames: { agentId: (_own, foreign) => ({ body: { type: 'note', content: 'x', agentId: foreign.agentId } }) },
  }),
  'logs.list': member(null, uid, {
    alsoNames: { agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }) },
  }),
  // Nobody pays where the walk goes: what follows is shown in journeys/cards.test.ts.
  'payments.getCard': member(null, uid, { status: 404 }),
  'payments.startCard': member('billing.write', uid, { status: 404, unaudited: 'nothing is kept of it' }),
  'payments.saveCard': member('billing.write', none, {
    status: 404,
    unaudited: 'where nobody pays no card is saved; journeys/cards.test.ts looks for the row of one that is',
    body: (t) => card(t.uid),
    alsoNames: { userId: (_own, foreign) => ({ body: card(foreign.uid) }) },
  }),
  'quotes.create': member('billing.write', uid, {
    status: 404,
    unaudited: 'nothing is bought by it',
    body: () => ({ wanted: { purpose: 'top_up', amount: 10 } }),
  }),
  'quotes.checkCode': member('billing.write', none, {
    status: 404,
    unaudited: 'it changes nothing',
    body: (t) => ({ userId: t.uid, discountCode: 'SPRING' }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, discountCode: 'SPRING' } }) },
  }),
  'orders.list': member('billing.write', uid, { status: 404 }),
  'orders.get': member('billing.write', noOrder, { status: 404 }),
  'orders.cancel': member('billing.write', noOrder, { status: 404, unaudited: 'there is nothing to give up' }),
  'invoices.list': member('billing.write', uid, { status: 404 }),
  'invoices.get': member('billing.write', noInvoice, { status: 404 }),
  'invoices.pay': member('billing.write', noInvoice, {
    ...{ status: 404, unaudited: 'there is nothing to pay; journeys/past-due.test.ts looks for the row of what is' },
  }),
  'recharges.topUp': member('billing.write', none, {
    status: 404,
    unaudited: 'where nobody pays nothing is bought; journeys/top-up.test.ts looks for the row of what is',
    body: (t) => ({ userId: t.uid, amount: 10 }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, amount: 10 } }) },
  }),
  'recharges.get': member('billing.write', uid, { status: 404 }),
  'recharges.save': member('billing.write', none, {
    ...{
      status: 404,
      unaudited: 'where nobody pays nothing is set; journeys/recharge.test.ts looks for the row of what is',
    },
    body: (t) => ({ uid: t.uid, autoBilling: false }),
    alsoNames: { uid: (_own, foreign) => ({ body: { uid: foreign.uid, autoBilling: false } }) },
  }),
  'recharges.tryAgain': member('billing.write', uid, { ...{ status: 404, unaudited: 'as of recharges.save' } }),
  'subscriptions.get': member(null, uid, { status: 404 }),
  'subscriptions.getUserData': member('billing.write', none, {
    ...{ status: 404, unaudited: 'it only looks' },
    body: (t) => ({ userId: t.uid }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid } }) },
  }),
  'subscriptions.create': member('billing.write', none, {
    ...{ status: 404, unaudited: 'as of recharges.topUp' },
    body: (t) => ({ userId: t.uid, planId: 'pay_as_you_go' }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, planId: 'pay_as_you_go' } }) },
  }),
  'subscriptions.getPage': member('billing.write', none, {
    ...{ status: 404, unaudited: 'it only names a page' },
    body: (t) => ({ uid: t.uid }),
    alsoNames: { uid: (_own, foreign) => ({ body: { uid: foreign.uid } }) },
  }),
  'subscriptions.confirm': member('billing.write', none, {
    ...{ status: 404, unaudited: 'it only looks' },
    body: (t) => ({ userId: t.uid, subscriptionId: 'sub_0123456789' }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, subscriptionId: 'sub_0123456789' } }) },
  }),
  'subscriptions.cancel': member('billing.write', none, {
    ...{ status: 404, unaudited: 'as of recharges.topUp' },
    body: (t) => ({ userId: t.uid, reason: 'Too expensive' }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, reason: 'Too expensive' } }) },
  }),
  'subscriptions.reactivate': member('billing.write', none, {
    ...{ status: 404, unaudited: 'as of recharges.topUp' },
    body: (t) => ({ userId: t.uid }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid } }) },
  }),
  'addons.check': member(null, none, {
    ...{ status: 404, unaudited: 'it changes nothing' },
    body: (t) => ({ userId: t.uid, addonKeys: ['client_seat'] }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, addonKeys: ['client_seat'] } }) },
  }),
  'addons.quote': member('billing.write', uid, {
    ...{ status: 404, unaudited: 'nothing is bought by it' },
    body: () => ({ addons: seats }),
  }),
  'addons.add': member('billing.write', none, {
    ...{ status: 404, unaudited: 'as of recharges.topUp; journeys/addons.test.ts looks for the row' },
    body: (t) => ({ userId: t.uid, addons: seats }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, addons: seats } }) },
  }),
  'addons.remove': member('billing.write', none, {
    ...{ status: 404, unaudited: 'as of addons.add' },
    body: (t) => ({ userId: t.uid, addonKeys: ['client_seat'] }),
    alsoNames: { userId: (_own, foreign) => ({ body: { userId: foreign.uid, addonKeys: ['client_seat'] } }) },
  }),
  'billing.getAccount': member(null, uid),
  'entitlements.get': member(null, uid),
  'billing.sumUsage': member(null, uid, {
    query: () => days,
    alsoNames: {
      agentId: (_own, foreign) => ({ query: { ...days, agentId: foreign.agentId } }),
      orgId: (_own, foreign) => ({ query: { ...days, orgId: foreign.orgId } }),
    },
  }),
  'billing.exportUsage': member(null, uid, {
    alsoNames: {
      agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }),
      orgId: (_own, foreign) => ({ query: { orgId: foreign.orgId } }),
    },
  }),
  'billing.listUsage': member(null, uid, {
    alsoNames: {
      agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }),
      orgId: (_own, foreign) => ({ query: { orgId: foreign.orgId } }),
    },
  }),
  'demo.get': member(null, uid),
  'demo.start': member('all', uid, {
    status: 409,
    unaudited: 'the example is not empty; what it makes elsewhere leaves rows of its own',
  }),
  'demo.remove': member('all', uid, { unaudited: 'the example has no demo data' }),
  'webhooks.get': member(null, uid),
  'webhooks.save': member('credentials.write', uid, {
    body: () => ({ endpoint: 'https://example.com/events', subscribedEvents: ['lead_created'] }),
  }),
  'webhooks.rotateSecret': member('credentials.write', uid),
  'webhooks.pause': member('credentials.write', uid),
  'webhooks.resume': member('credentials.write', uid, { body: none }),
  'webhooks.sendTest': member('credentials.write', uid),
  'webhooks.listDeliveries': member(null, uid),
  'webhooks.getDelivery': member(null, delivery),
  'webhooks.replay': member('credentials.write', delivery),
  'webhooks.replayFailed': member('credentials.write', uid, { body: () => ({ since: '2026-11-01T00:00:00.000Z' }) }),
  'webhooks.delete': member('credentials.write', uid, { isOnce: 'endpoint' }),
  'notifications.list': member(null, uid, { client: { page: 'any', of: 'list' } }),
  'notifications.markSeen': member(null, uid, {
    client: { page: 'any', of: 'list', status: 404, opened: 200 },
    body: (t) => ({ ids: [t.notificationId] }),
    alsoNames: { ids: (_own, foreign) => ({ body: { ids: [foreign.notificationId] } }) },
  }),
  'notifications.read': member(null, (t) => ({ uid: t.uid, notificationId: t.notificationId }), {
    client: { page: 'any', of: 'list', status: 404, opened: 200 },
  }),
  'notifications.readAll': member(null, uid, { client: { page: 'any', of: 'list' } }),
  'notifications.getSettings': member(null, uid, { client: { page: 'any', of: 'list' } }),
  'notifications.saveSettings': member(null, uid, {
    client: { page: 'any', of: 'list', opened: 403 },
    body: () => ({ notifyThrough: 'push', notifyIf: 'all' }),
  }),
  'notifications.subscribePush': member(null, uid, {
    client: { page: 'any', of: 'list', opened: 403 },
    body: () => ({ endpoint: 'https://push.example.com/one', keys: { p256dh: 'BJ', auth: 'q8' } }),
  }),
  'notifications.unsubscribePush': member(null, uid, {
    client: { page: 'any', of: 'list' },
    body: () => ({ endpoint: 'https://push.example.com/one' }),
  }),
  'signals.stream': member(null, uid, { client: { page: 'any', of: 'list' } }),
} satisfies Partial<Record<ProcedureName, Row>>;
