import type {
  AgentId,
  ConversationId,
  LeadDeletionId,
  LeadGroupId,
  LeadId,
  WorkspaceUid,
} from '@antiphon/contract/ids';
import type { LeadSource } from '@antiphon/contract/lead-fields';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant } from './columns.ts';
import { conversations } from './conversations.ts';

/** Who may be written to. Keys are what is compared: normalised, empty where there is nothing. */
export const leads = pgTable(
  'leads',
  {
    id: text('id').$type<LeadId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    company: text('company').notNull().default(''),
    custom: jsonb('custom').$type<Record<string, string>>().notNull().default({}),
    note: text('note').notNull().default(''),
    source: text('source').$type<LeadSource>().notNull(),
    nameKey: text('name_key').notNull().default(''),
    emailKey: text('email_key').notNull().default(''),
    phoneKey: text('phone_key').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** Gone from everywhere, restorable until the purge. */
    deletedAt: instant('deleted_at'),
    /** The call that deleted it: what went together comes back together. */
    deletionId: text('deletion_id').$type<LeadDeletionId>(),
  },
  (table) => [
    index().on(table.agentId, table.createdAt, table.id),
    index().on(table.agentId, table.lastSeenAt, table.id),
    index('leads_by_name').on(table.agentId, sql`lower(name)`, table.id),
    index('leads_same_name').on(table.agentId, table.nameKey).where(sql`name_key <> ''`),
    index('leads_same_phone').on(table.agentId, table.phoneKey).where(sql`phone_key <> ''`),
    uniqueIndex('leads_one_email').on(table.agentId, table.emailKey).where(sql`email_key <> '' and deleted_at is null`),
    index('leads_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    // Counted by it alone, without a look at the rows.
    index('leads_live').on(table.workspaceUid, table.agentId, table.id).where(sql`deleted_at is null`),
    index().on(table.workspaceUid, table.id),
  ],
);

export const leadConversations = pgTable(
  'lead_conversations',
  {
    leadId: text('lead_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.leadId, table.conversationId] }),
    index().on(table.conversationId),
    index().on(table.workspaceUid, table.leadId, table.conversationId),
  ],
);

export const leadGroups = pgTable(
  'lead_groups',
  {
    id: text('id').$type<LeadGroupId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('lead_groups_by_name').on(table.agentId, sql`lower(name)`), index().on(table.workspaceUid)],
);

export const leadGroupMembers = pgTable(
  'lead_group_members',
  {
    groupId: text('group_id')
      .$type<LeadGroupId>()
      .notNull()
      .references(() => leadGroups.id, { onDelete: 'cascade' }),
    leadId: text('lead_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.leadId] }),
    index().on(table.leadId),
    index().on(table.workspaceUid, table.groupId, table.leadId),
  ],
);

/** Two leads of whom somebody said that they are not the same person; `firstId` is the smaller id. */
export const leadDistinctions = pgTable(
  'lead_distinctions',
  {
    firstId: text('first_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    secondId: text('second_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.firstId, table.secondId] }),
    index().on(table.secondId),
    index().on(table.workspaceUid),
  ],
);
