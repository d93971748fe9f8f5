import type { AgencyId, SendingDomainId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { MailRecord, SendingDomainStatus } from '@antiphon/contract/sending-domains';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agencies } from './agencies.ts';
import { bytea, instant, leaseColumns } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** The domain from which an agency's mails leave: one an agency, and of no two agencies. */
export const sendingDomains = pgTable(
  'sending_domains',
  {
    /** As the name system has it: lower case, ASCII. */
    domain: text('domain').primaryKey(),
    id: text('id').$type<SendingDomainId>().notNull().unique(),
    agencyId: text('agency_id')
      .$type<AgencyId>()
      .notNull()
      .references(() => agencies.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** Which of `SendingDomains` was asked, and what it calls the domain; null until it has answered. */
    provider: text('provider').notNull(),
    providerId: text('provider_id'),
    status: text('status').$type<SendingDomainStatus>().notNull(),
    statusSince: instant('status_since').notNull(),
    /** With what was found in their place last. */
    records: jsonb('records').$type<MailRecord[]>().notNull(),
    /** The private key that signs, where the provider keeps none: AES-256-GCM, bound to this domain and workspace. */
    sealed: bytea('sealed'),
    /** Since it has its status. */
    checks: integer('checks').notNull().default(0),
    checkedAt: instant('checked_at'),
    /** Null: not before somebody asks. */
    nextCheckAt: instant('next_check_at'),
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.agencyId),
    index().on(table.workspaceUid),
    index('sending_domains_due').on(table.nextCheckAt).where(sql`next_check_at is not null`),
  ],
);

/** What its owner is reminded of while the records of a domain are missing. Gone once they are there, or nobody wants to be reminded. */
export const dnsReminders = pgTable(
  'dns_reminders',
  {
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** What the domain is for: an agency may have one name for both. */
    purpose: text('purpose').$type<'sending' | 'custom'>().notNull(),
    domain: text('domain').notNull(),
    agencyId: text('agency_id')
      .$type<AgencyId>()
      .notNull()
      .references(() => agencies.id, { onDelete: 'cascade' }),
    agencyName: text('agency_name').notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    userEmail: text('user_email').notNull(),
    language: text('language').$type<DashboardLanguage>().notNull(),
    /** `eu`, or `default`: where the agency is kept. */
    bucket: text('bucket').notNull(),
    /** Of the claim. */
    timestamp: instant('timestamp').notNull(),
    /** All reminders left. */
    sent: boolean('sent').notNull().default(false),
    nextAt: instant('next_at'),
    /** As they were found last. */
    missing: jsonb('missing').$type<{ type: string; name: string; value: string; priority?: number }[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceUid, table.purpose, table.domain] }),
    index().on(table.agencyId),
    index('dns_reminders_due').on(table.nextAt).where(sql`next_at is not null`),
  ],
);
