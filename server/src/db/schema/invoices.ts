import type { PayerId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Currency } from '@antiphon/contract/quotes';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, leaseColumns, minorUnits } from './columns.ts';
import { payers } from './payments.ts';
import { workspaces } from './workspaces.ts';

/** What a payer was asked for, as it was at the provider when it was looked at last; not while it is a draft. */
export const invoices = pgTable(
  'invoices',
  {
    /** Where it is: `''` is the platform's account at the provider. */
    account: text('account').notNull(),
    /** The provider's. */
    id: text('id').notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    /** As it stands on it. */
    number: text('number').notNull(),
    status: text('status').$type<'open' | 'paid' | 'void'>().notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    total: minorUnits('total').notNull(),
    subscriptionId: text('subscription_id'),
    /** Of a subscription: for the first period, or a further one, and not for a change within one. */
    isOfPeriod: boolean('is_of_period').notNull(),
    /** The provider's page of it, and its PDF. */
    pageUrl: text('page_url').notNull(),
    pdfUrl: text('pdf_url').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.id] }),
    index('invoices_of_workspace').on(table.workspaceUid, table.createdAt, table.id, table.account),
    index('invoices_payer').on(table.payerId),
    index('invoices_of_subscription').on(table.subscriptionId).where(sql`status = 'open'`),
  ],
);

/**
 * That the invoice of a further period is not paid: who is told when, and when the plan ends. One row an invoice; `nextAt` null: it is over.
 */
export const arrears = pgTable(
  'arrears',
  {
    invoiceId: text('invoice_id').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    payerId: text('payer_id')
      .$type<PayerId>()
      .notNull()
      .references(() => payers.id, { onDelete: 'cascade' }),
    subscriptionId: text('subscription_id').notNull(),
    /** Where it is: `''` is the platform's account at the provider. */
    account: text('account').notNull().default(''),
    since: instant('since').notNull(),
    /** Mails that have left, or whose day has passed. */
    told: integer('told').notNull().default(0),
    /** The plan ends, written down before the provider is told. */
    isEnding: boolean('is_ending').notNull().default(false),
    failures: integer('failures').notNull().default(0),
    nextAt: instant('next_at'),
    ...leaseColumns(),
  },
  (table) => [
    check('arrears_told', sql`${table.told} between 0 and 4`),
    index().on(table.workspaceUid),
    index('arrears_payer').on(table.payerId),
    index('arrears_of_subscription').on(table.subscriptionId).where(sql`next_at is not null`),
    index('arrears_due').on(table.nextAt).where(sql`next_at is not null`),
  ],
);
