import type {
  AgentId,
  CallId,
  CallRecordingId,
  ConversationId,
  FileId,
  PhoneNumberId,
  WorkspaceUid,
} from '@antiphon/contract/ids';
import { isNotNull } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, leaseColumns } from './columns.ts';

/**
 * `running`: it goes on. `waiting`: it lies at the provider. `refused`: nothing of it is kept, and the provider is to delete it. `failed`: the
 * provider did not hand it over.
 */
export type RecordingState = 'running' | 'waiting' | 'stored' | 'refused' | 'failed';

/**
 * Sound of calls, in one part or in several that follow each other; its bytes are those of `files`. Rows hang on no call: what lies at a provider
 * has to be deleted there, also where the call is gone.
 */
export const callRecordings = pgTable(
  'call_recordings',
  {
    id: text('id').$type<CallRecordingId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    conversationId: text('conversation_id').$type<ConversationId>().notNull(),
    callId: text('call_id').$type<CallId>().notNull(),
    /** From 1. */
    part: integer('part').notNull(),
    state: text('state').$type<RecordingState>().notNull(),
    fileId: text('file_id').$type<FileId>(),
    bytes: integer('bytes').notNull().default(0),
    /** How long it is. */
    ms: integer('ms').notNull().default(0),
    startedAt: instant('started_at').notNull(),
    /** Whose account it lies at, and its ids there; empty where it does not. */
    phoneNumberId: text('phone_number_id').$type<PhoneNumberId>(),
    vendorCallId: text('vendor_call_id').notNull().default(''),
    vendorId: text('vendor_id').notNull().default(''),
    ...leaseColumns(),
    /** When the provider is asked next; null: never. */
    nextAt: instant('next_at'),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.workspaceUid, table.callId, table.part),
    index().on(table.workspaceUid, table.conversationId),
    index().on(table.workspaceUid, table.id),
    index().on(table.expiresAt),
    index('call_recordings_due').on(table.nextAt).where(isNotNull(table.nextAt)),
  ],
);
