import type { Tenant } from '../../factories/tenant.ts';
import { form, none, open, type ProcedureName, type Row } from '../policy-row.ts';

const NO_CODE = { status: 400 };

const ofCustomer = () => ({ customerId: 'cus_0123456789', accountId: 'acct_0123456789' });
const unknownOrder = () => ({ orderId: 'ord_0123456789' });
const unknownInvoice = () => ({ invoiceId: 'in_0123456789' });
const typed = { paymentMethodId: 'pm_0123456789' };

const plan = { priceId: 'price_example', subscriptionId: 'sub_example' };
const UNPAID = {
  ...{ status: 404, unaudited: 'where nobody pays nothing is bought; the journey looks for the rows' },
  alsoNames: {
    orgId: (_own: Tenant, foreign: Tenant) => ({ body: { ...plan, orgId: foreign.orgId } }),
  },
};

/** What exists on an agency's host alone. */
export const clientsRows = {
  'clientSessions.getOptions': open('host', none),
  'clientSessions.signIn': open('host', none, {
    body: (t) => ({ email: t.clientEmail, password: t.clientPassword }),
  }),
  'clientSessions.ssoClient': open('host', none, {
    body: (t) => ({ email: t.clientEmail, agencyId: t.agencyId }),
    alsoNames: { agencyId: (own, foreign) => ({ body: { email: own.clientEmail, agencyId: foreign.agencyId } }) },
  }),
  'clientSessions.validateClientLoginToken': open('host', none, { ...NO_CODE, body: () => ({ token: 'made-up' }) }),
  'clientSessions.takeOpening': open('host', none, { ...NO_CODE, body: () => ({ code: 'made-up' }) }),
  'clientSessions.signInAsAdmin': open('host', none, { ...NO_CODE, body: () => ({ secret: 'made-up' }) }),
  'clientSessions.getMe': open('client', none),
  'clientSessions.updateProfile': open('client', none, { isOnce: 'org', body: () => ({ name: 'Renamed' }) }),
  'clientSessions.askForEmail': open('client', none, {
    unaudited: 'nothing has changed yet',
    isOnce: 'org',
    body: (t) => ({ email: `${crypto.randomUUID()}@example.com`, currentPassword: t.clientPassword }),
  }),
  'clientSessions.confirmEmail': open('client', none, {
    unaudited: 'the example has no such code; the slice looks for the row of one that counts',
    ...NO_CODE,
    body: () => ({ email: 'new@example.com', code: '000000' }),
  }),
  'clientSessions.addPhoto': open('client', none, {
    unaudited: 'a photo that nothing shows yet',
    body: () => form('photo.png'),
  }),
  'clientPlans.getPlans': open('client', none),
  'clientPlans.getPlan': open('client', none),
  // Nobody pays where the walk goes: what follows is shown in journeys/client-plans.test.ts.
  'clientPlans.create': open('client', none, { ...UNPAID, body: () => plan }),
  'clientPlans.cancel': open('client', none, { ...UNPAID, body: () => plan }),
  'clientPlans.reactivate': open('client', none, { ...UNPAID, body: () => plan }),
  'clientPlans.getInvoice': open('client', unknownInvoice, { status: 404 }),
  'clientPlans.payInvoice': open('client', unknownInvoice, {
    ...{ status: 404, unaudited: 'there is nothing to pay', body: none },
  }),
  'agencyTabs.getOwnPage': open('client', (t) => ({ tabId: t.tabId })),
  'clientSessions.listSessions': open('client', none),
  'clientSessions.revokeSession': open('client', () => ({ sessionId: 'made-up' }), {
    unaudited: 'the example names no session of theirs',
    status: 404,
  }),
  'clientSessions.updateOrg': open('client', none, { isOnce: 'org', body: () => ({ name: 'Renamed' }) }),
  'clientSessions.listOrgUsers': open('client', none),
  'clientSessions.addUser': open('client', none, {
    body: () => ({ name: 'Noor', email: `${crypto.randomUUID()}@example.com`, dashboardPassword: 'a-new-password' }),
  }),
  'feedback.send': open('client', (t) => ({ agencyId: t.agencyId }), {
    unaudited: 'it stands in the feedback itself',
    body: () => ({ message: 'It is fine.' }),
  }),
  // Nobody pays where the walk goes: what follows is shown in journeys/client-billing.test.ts.
  'clientBilling.getAccount': open('client', (t) => ({ agencyUserId: t.uid, region: 'na' }), { status: 404 }),
  'clientBilling.getPaymentMethod': open('client', ofCustomer, { status: 404 }),
  'clientBilling.getBillingDetails': open('client', ofCustomer, { status: 404 }),
  'clientBilling.listInvoices': open('client', ofCustomer, { status: 404 }),
  'clientBilling.startCard': open('client', none, { status: 404, unaudited: 'nothing is kept of it', body: none }),
  'clientBilling.saveCard': open('client', none, {
    ...{ status: 404, unaudited: 'where nobody pays no card is saved; the journey looks for the row of one that is' },
    body: () => typed,
    alsoNames: { orgId: (_own, foreign) => ({ body: { ...typed, orgId: foreign.orgId } }) },
  }),
  'clientBilling.quote': open('client', none, {
    ...{ status: 404, unaudited: 'nothing is bought by it', body: () => ({ creditAmount: 1_000 }) },
  }),
  'clientBilling.buyCredits': open('client', none, {
    ...{ status: 404, unaudited: 'where nobody pays nothing is bought; the journey looks for the row of what is' },
    body: () => ({ creditAmount: 1_000 }),
    alsoNames: { orgId: (_own, foreign) => ({ body: { creditAmount: 1_000, orgId: foreign.orgId } }) },
  }),
  'clientBilling.getRecharge': open('client', none, { status: 404 }),
  'clientBilling.saveRecharge': open('client', none, {
    ...{ status: 404, unaudited: 'where nobody pays nothing is set; the journey looks for the row of what is' },
    body: () => ({ automaticBilling: false }),
    alsoNames: { orgId: (_own, foreign) => ({ body: { automaticBilling: false, orgId: foreign.orgId } }) },
  }),
  'clientBilling.tryRechargeAgain': open('client', none, {
    ...{ status: 404, unaudited: 'there is nothing to try', body: none },
  }),
  'clientBilling.listOrders': open('client', none, { status: 404 }),
  'clientBilling.getOrder': open('client', unknownOrder, { status: 404 }),
  'clientBilling.cancelOrder': open('client', unknownOrder, {
    ...{ status: 404, unaudited: 'there is nothing to give up', body: none },
  }),
  'clientSessions.changePassword': open('client', none, {
    isOnce: 'org',
    body: (t) => ({ currentPassword: t.clientPassword, newPassword: 'another-password' }),
  }),
  'clientSessions.signOut': open('client', none, {
    unaudited: 'it ends what one began; leaving a dashboard that was opened is written down',
    isOnce: 'org',
    body: none,
  }),
} satisfies Partial<Record<ProcedureName, Row>>;
