import type {
  AttemptState,
  CampaignKind,
  CampaignState,
  KeptTemplate,
  PauseReason,
  RecipientState,
  SkipReason,
} from '@antiphon/contract/campaign-words';
import type {
  AgentId,
  CallId,
  CampaignId,
  ChannelConnectionId,
  ConversationId,
  LeadGroupId,
  LeadId,
  PhoneNumberId,
  WorkspaceUid,
} from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { channelConnections } from './channels.ts';
import { instant, leaseColumns } from './columns.ts';
import { conversations } from './conversations.ts';
import { leads } from './leads.ts';
import { phoneNumbers } from './phone-numbers.ts';

/** An agent that calls leads of its own, or writes to them. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: text('id').$type<CampaignId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<CampaignKind>().notNull(),
    name: text('name').notNull(),
    state: text('state').$type<CampaignState>().notNull().default('draft'),
    pausedFor: text('paused_for').$type<PauseReason>(),
    phoneNumberId: text('phone_number_id')
      .$type<PhoneNumberId>()
      .references(() => phoneNumbers.id, { onDelete: 'set null' }),
    /** What it writes from. */
    connectionId: text('connection_id')
      .$type<ChannelConnectionId>()
      .references(() => channelConnections.id, { onDelete: 'set null' }),
    groupIds: text('group_ids').$type<LeadGroupId>().array().notNull().default([]),
    withoutGroupIds: text('without_group_ids').$type<LeadGroupId>().array().notNull().default([]),
    /** Of WhatsApp: what is sent, as it was when the campaign was saved. */
    template: jsonb('template').$type<KeptTemplate>(),
    /** What is said first, or written. */
    text: text('text').notNull().default(''),
    /** What was added to a message when it began. */
    optOutLine: text('opt_out_line').notNull().default(''),
    /** In how many pieces a message leaves, each of which takes its number for a second; 0: it takes no time of it. */
    segments: integer('segments').notNull().default(1),
    /** What a machine that answers is told; empty: nothing, it is hung up on. */
    machineText: text('machine_text').notNull().default(''),
    /** 1 is Monday. */
    days: integer('days').array().notNull(),
    fromMinute: integer('from_minute').notNull(),
    toMinute: integer('to_minute').notNull(),
    /** So many people at most; null: all. */
    cap: integer('cap'),
    startsAt: instant('starts_at'),
    /** Whoever may say so let it run; a client's waits for their agency. */
    approvedAt: instant('approved_at'),
    /** People who were called. */
    contacted: integer('contacted').notNull().default(0),
    /** The last lead that was taken up; and when all were. */
    takenAfter: text('taken_after').$type<LeadId>(),
    takenAt: instant('taken_at'),
    /** Failures before it are forgiven. */
    countsSince: instant('counts_since'),
    createdBy: text('created_by').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** When it is looked at again. */
    dueAt: instant('due_at').notNull().defaultNow(),
    ...leaseColumns(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.agentId, table.createdAt, table.id),
    index().on(table.agentId),
    index().on(table.phoneNumberId),
    index().on(table.connectionId),
    index('campaigns_due').on(table.dueAt).where(sql`state in ('scheduled', 'running')`),
  ],
);

/** Whom a campaign is for, as it was when it began; those who are passed over say why. */
export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    campaignId: text('campaign_id')
      .$type<CampaignId>()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    leadId: text('lead_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    address: text('address').notNull(),
    addressMark: text('address_mark').notNull(),
    /** All that this number may be in. */
    zones: text('zones').array().notNull(),
    state: text('state').$type<RecipientState>().notNull(),
    reason: text('reason').$type<SkipReason>(),
    tries: integer('tries').notNull().default(0),
    nextAt: instant('next_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.campaignId, table.leadId] }),
    uniqueIndex('campaign_recipients_once').on(table.campaignId, table.addressMark).where(sql`state <> 'skipped'`),
    index().on(table.workspaceUid, table.campaignId, table.state, table.nextAt, table.leadId),
    index().on(table.leadId),
  ],
);

/** One call or message of a campaign, stored before its provider is asked for it. */
export const campaignAttempts = pgTable(
  'campaign_attempts',
  {
    /** Of the call that it becomes, and what the provider names it by; of a message too. */
    id: text('id').$type<CallId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    campaignId: text('campaign_id')
      .$type<CampaignId>()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    leadId: text('lead_id')
      .$type<LeadId>()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    address: text('address').notNull(),
    addressMark: text('address_mark').notNull(),
    /** Whose rate it counts in: an account's calls, a number's messages. */
    accountId: text('account_id').notNull(),
    segments: integer('segments').notNull().default(1),
    state: text('state').$type<AttemptState>().notNull(),
    isMachine: boolean('is_machine').notNull().default(false),
    isAnswered: boolean('is_answered').notNull().default(false),
    vendorId: text('vendor_id'),
    problem: text('problem').notNull().default(''),
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .references(() => conversations.id, { onDelete: 'set null' }),
    /** Until then it takes a line, unless it ends or is a call before. */
    lineUntil: instant('line_until'),
    begunAt: instant('begun_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index().on(table.workspaceUid, table.campaignId, table.begunAt),
    index().on(table.workspaceUid, table.addressMark, table.begunAt),
    index('campaign_attempts_open').on(table.workspaceUid, table.campaignId).where(sql`ended_at is null`),
    index('campaign_attempts_lines').on(table.workspaceUid, table.lineUntil).where(sql`ended_at is null`),
    index('campaign_attempts_rate').on(table.accountId, table.begunAt),
    index().on(table.campaignId, table.leadId),
    index().on(table.leadId),
    index().on(table.conversationId),
  ],
);
