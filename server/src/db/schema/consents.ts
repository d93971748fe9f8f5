import type { WorkspaceUid } from '@antiphon/contract/ids';
import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** What people allowed us, and took back: lines are added, and the last one counts. A line outlives its address, which is then a mark alone. */
export const consents = pgTable(
  'consents',
  {
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    channel: text('channel').$type<'voice' | 'sms' | 'whatsapp'>().notNull(),
    /** E.164; null once the person was erased. */
    address: text('address'),
    /** HMAC of the address under a key of the server's: whoever said stop is not called after they were erased, and imported again. */
    addressMark: text('address_mark').notNull(),
    topic: text('topic').$type<'all' | 'marketing'>().notNull(),
    isGranted: boolean('is_granted').notNull(),
    /** Where it was given: a form, a contract, a call. */
    source: text('source').notNull(),
    /** What was said or ticked, and how it can be shown. */
    proof: text('proof').notNull().default(''),
    /** When they gave or took it, which may be long before the line was written. */
    givenAt: instant('given_at').notNull(),
    recordedBy: text('recorded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.workspaceUid, table.channel, table.addressMark, table.seq),
    index().on(table.workspaceUid, table.seq),
  ],
);
