import type { AgentId, PhoneNumberId, ScheduleId, WorkspaceUid } from '@antiphon/contract/ids';
import { boolean, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { bytea, instant } from './columns.ts';
import { schedules } from './schedules.ts';
import { workspaces } from './workspaces.ts';

type EarlierVoice = Record<'url' | 'method' | 'fallbackUrl' | 'fallbackMethod' | 'applicationId' | 'trunkId', string>;

/** Phone numbers of accounts at a provider that agents answer. */
export const phoneNumbers = pgTable(
  'phone_numbers',
  {
    id: text('id').$type<PhoneNumberId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** E.164. A number answers in one workspace alone. */
    number: text('number').notNull(),
    name: text('name').notNull(),
    accountId: text('account_id').notNull(),
    /** As the provider calls it. */
    vendorId: text('vendor_id').notNull(),
    sealed: bytea('sealed').notNull(),
    /** Of the address that the provider calls. */
    hookKey: text('hook_key').notNull(),
    /** What it did before it was ours. */
    earlier: jsonb('earlier').$type<EarlierVoice>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .references(() => agents.id, { onDelete: 'set null' }),
    scheduleId: text('schedule_id')
      .$type<ScheduleId>()
      .references(() => schedules.id, { onDelete: 'set null' }),
    closedText: text('closed_text').notNull().default(''),
    overflowTo: text('overflow_to').notNull().default(''),
    transferTo: text('transfer_to').notNull().default(''),
    transfersAtOnce: boolean('transfers_at_once').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.number),
    uniqueIndex().on(table.hookKey),
    index().on(table.workspaceUid, table.createdAt),
    index().on(table.agentId),
    index().on(table.scheduleId),
  ],
);
