import type { OrgId, PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import type { KeptCard } from '@antiphon/contract/payments';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';
import { orgs } from './orgs.ts';
import { workspaces } from './workspaces.ts';

/** Who pays: a workspace towards the platform, or an org towards its agency. */
export const payers = pgTable(
  'payers',
  {
    id: text('id').$type<PayerId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    kind: text('kind').$type<'workspace' | 'org'>().notNull(),
    orgId: text('org_id')
      .$type<OrgId>()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    /** Where it is a customer: `''` is the platform's account at the provider, any other an agency's. */
    account: text('account').notNull().default(''),
    /** Null until the provider has answered. */
    customerId: text('customer_id'),
    /** What is charged, as it was there last. */
    paymentMethodId: text('payment_method_id'),
    card: jsonb('card').$type<KeptCard>(),
    /** Where invoices are written to, as it was there last: it says which currency and tax. */
    country: text('country'),
    /** Of its first order: whatever comes later is in the same one. */
    currency: text('currency').$type<'usd' | 'eur' | 'gbp'>(),
    /** Nothing is sold to it: a payment is disputed. */
    blocked: boolean('blocked').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('payer_kind', sql`(${table.kind} = 'org') = (${table.orgId} is not null)`),
    check('payer_card', sql`(${table.card} is null) = (${table.paymentMethodId} is null)`),
    index().on(table.workspaceUid),
    uniqueIndex('payers_workspace').on(table.workspaceUid).where(sql`kind = 'workspace'`),
    uniqueIndex('payers_org').on(table.orgId, table.account),
    uniqueIndex('payers_customer').on(table.account, table.customerId),
  ],
);

/** Which events of the provider came, each once. Nothing of what they say is kept: what they are about is fetched. */
export const paymentInbox = pgTable(
  'payment_inbox',
  {
    account: text('account').notNull(),
    eventId: text('event_id').notNull(),
    endpoint: text('endpoint').$type<'platform' | 'connect' | 'accounts'>().notNull(),
    type: text('type').notNull(),
    /** Null: about nothing that we look at. */
    kind: text('kind'),
    objectId: text('object_id'),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account, table.eventId] }), index().on(table.receivedAt)],
);

/** What of the provider's has to be looked at: told of `version` times, applied as it was at `doneVersion`. */
export const paymentObjects = pgTable(
  'payment_objects',
  {
    account: text('account').notNull(),
    kind: text('kind').notNull(),
    objectId: text('object_id').notNull(),
    version: integer('version').notNull(),
    doneVersion: integer('done_version').notNull().default(0),
    failures: integer('failures').notNull().default(0),
    /** Null: nothing is to be done, or it is parked. */
    nextAt: instant('next_at'),
    toldAt: instant('told_at').notNull().defaultNow(),
    ...leaseColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.kind, table.objectId] }),
    check('done_within_told', sql`${table.doneVersion} between 0 and ${table.version}`),
    index('payment_objects_due').on(table.nextAt).where(sql`next_at is not null`),
    index('payment_objects_settled').on(table.toldAt).where(sql`next_at is null and done_version = version`),
    index('payment_objects_parked').on(table.account).where(sql`next_at is null and done_version < version`),
  ],
);
