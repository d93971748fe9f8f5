import { newPayerId, newUserId, newWorkspaceUid } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { makeStripePayments } from '../../src/adapters/stripe/stripe-payments.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { users } from '../../src/db/schema/identity.ts';
import { payers } from '../../src/db/schema/payments.ts';
import { workspaces } from '../../src/db/schema/workspaces.ts';
import { testSystemScope } from '../harness/database.ts';
import { type PaymentsStandIn, STAND_IN_KEY } from '../harness/payments-stand-in.ts';

export const EVENT_SECRETS = {
  platform: ['whsec_platform_0123456789'],
  connect: ['whsec_connect_0123456789'],
  accounts: ['whsec_accounts_0123456789'],
};

/** What a server is handed that takes payments of this stand-in. */
export const paymentEnvironment = (standIn: PaymentsStandIn) => ({
  STRIPE_API_URL: standIn.url,
  STRIPE_SECRET_KEY_NA: STAND_IN_KEY,
  STRIPE_PUBLISHABLE_KEY_NA: 'pk_test_na',
  STRIPE_PLATFORM_SECRETS_NA: EVENT_SECRETS.platform.join(),
  STRIPE_CONNECT_SECRETS_NA: EVENT_SECRETS.connect.join(),
  STRIPE_ACCOUNTS_SECRETS_NA: EVENT_SECRETS.accounts.join(),
});

export const paymentsOf = (standIn: PaymentsStandIn) =>
  makeStripePayments({
    secretKey: STAND_IN_KEY,
    publishableKey: 'pk_test_na',
    isLive: false,
    apiUrl: new URL(standIn.url),
    secrets: EVENT_SECRETS,
    answerMs: 5_000,
  });

/** What looks at objects is given, without a server around it. */
export const settleDeps = (database: Database) => ({
  database,
  systemScope: testSystemScope,
  makeScope,
  clock: () => new Date(),
  sellsPlans: true,
  log: pino({ level: 'silent' }),
});

/** A workspace that is a customer there. `charge`: another card in the place of the one before. */
export async function makePayer(database: Database, standIn: PaymentsStandIn, account = '') {
  const uid = newWorkspaceUid();
  const ownerUserId = newUserId();
  const id = newPayerId();
  const customer = await standIn.call('/v1/customers', { email: 'pat@example.com' }, account);
  await database.unscoped
    .insert(users)
    .values({ id: ownerUserId, name: 'Pat', email: `${ownerUserId.toLowerCase()}@example.com` });
  await database.unscoped
    .insert(workspaces)
    .values({ uid, ownerUserId, workspaceName: 'Payer', secretHash: uid, secretLast4: '' });
  await database.unscoped
    .insert(payers)
    .values({ id, workspaceUid: uid, kind: 'workspace', account, customerId: customer.id });
  const read = async () => {
    const [row] = await database.unscoped.select().from(payers).where(eq(payers.id, id));
    if (!row) throw new Error('the payer is gone');
    return row;
  };
  return {
    id,
    uid,
    customerId: customer.id as string,
    read,
    async charge(card: string): Promise<string> {
      const method = await standIn.call(`/v1/payment_methods/${card}/attach`, { customer: customer.id }, account);
      const fields = { 'invoice_settings[default_payment_method]': method.id };
      await standIn.call(`/v1/customers/${customer.id}`, fields, account);
      return method.id;
    },
  };
}
