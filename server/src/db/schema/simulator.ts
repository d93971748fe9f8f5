import type { ChannelConnectionId, ChannelThreadId, SimulatedLineId, WorkspaceUid } from '@antiphon/contract/ids';
import type { PhoneNote } from '@antiphon/contract/simulated-lines';
import type { PhoneLine } from '@antiphon/contract/simulator';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { channelConnections, channelThreads } from './channels.ts';
import { instant } from './columns.ts';

/** The one phone of a simulated connection, and what its provider makes difficult right now. */
export const simulatedPhones = pgTable(
  'simulated_phones',
  {
    connectionId: text('connection_id')
      .$type<ChannelConnectionId>()
      .primaryKey()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    /** Given to the last line: providers count what is written. */
    lastNumber: integer('last_number').notNull().default(0),
    /** So many of the next messages are one too many. */
    refusals: integer('refusals').notNull().default(0),
    isTokenDead: boolean('is_token_dead').notNull().default(false),
    isWindowOver: boolean('is_window_over').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
    typingUntil: instant('typing_until'),
  },
  (table) => [index().on(table.workspaceUid, table.connectionId)],
);

/** What stands on a simulated phone: what was typed there, what came, and what was tried. */
export const simulatedLines = pgTable(
  'simulated_lines',
  {
    id: text('id').$type<SimulatedLineId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    connectionId: text('connection_id')
      .$type<ChannelConnectionId>()
      .notNull()
      .references(() => channelConnections.id, { onDelete: 'cascade' }),
    threadId: text('thread_id')
      .$type<ChannelThreadId>()
      .notNull()
      .references(() => channelThreads.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    kind: text('kind').$type<PhoneLine['kind']>().notNull(),
    text: text('text').notNull().default(''),
    buttons: jsonb('buttons').$type<PhoneLine['buttons']>().notNull().default([]),
    file: jsonb('file').$type<NonNullable<PhoneLine['file']>>(),
    /** Of a button that was pressed. */
    choiceId: text('choice_id'),
    note: text('note').$type<PhoneNote>(),
    state: text('state').$type<PhoneLine['state']>().notNull().default('sent'),
    /** As the provider names it, and as we named it to the provider. */
    providerId: text('provider_id').notNull().default(''),
    ref: text('ref').notNull().default(''),
    /** By the provider's clock. */
    at: instant('at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex().on(table.connectionId, table.number),
    index().on(table.workspaceUid, table.connectionId, table.createdAt, table.id),
    index().on(table.workspaceUid, table.threadId),
    index().on(table.threadId),
    index().on(table.createdAt),
  ],
);
