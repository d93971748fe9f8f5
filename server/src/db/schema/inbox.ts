import type { InboxState, Operator } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { conversations } from './conversations.ts';

/**
 * Conversations that wanted a person, or were taken over by one, until an operator closes them and after. Who answers the
 * visitor right now is the conversation's own `handoff`.
 */
export const inboxItems = pgTable(
  'inbox_items',
  {
    conversationId: text('conversation_id')
      .$type<ConversationId>()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    state: text('state').$type<InboxState>().notNull().default('open'),
    /** Since when it is open: the visitor's wait. */
    openedAt: instant('opened_at').notNull(),
    /** Nobody took it over in time, or nobody was there. */
    isMissed: boolean('is_missed').notNull().default(false),
    /** Who took it over last. */
    operator: jsonb('operator').$type<Operator>(),
    /** The visitor's last message or request, and when an operator last looked: unread where the first is later. */
    visitorAt: instant('visitor_at').notNull(),
    seenAt: instant('seen_at'),
    /** When the visitor was last there: they asked, wrote, or had their chat connected (written every 20 s while the item is open). */
    presentAt: instant('present_at'),
    /** Which of an operator's words the visitor has read, by their time. Written by their chat while it is open and on the screen. */
    readAt: instant('read_at'),
    /** An operator's last message, whether the visitor is owed a mail of it, and when they were last mailed. */
    repliedAt: instant('replied_at'),
    owesEmail: boolean('owes_email').notNull().default(false),
    emailedAt: instant('emailed_at'),
    snoozedUntil: instant('snoozed_until'),
    closedAt: instant('closed_at'),
    closedBy: jsonb('closed_by').$type<Operator>(),
  },
  (table) => [
    index('inbox_items_listed').on(table.workspaceUid, table.state, table.visitorAt, table.conversationId),
    index('inbox_items_closed')
      .on(table.workspaceUid, table.closedAt, table.conversationId)
      .where(sql`state = 'closed'`),
    index('inbox_items_owing').on(table.repliedAt).where(sql`owes_email`),
    index('inbox_items_snoozed').on(table.snoozedUntil).where(sql`state = 'snoozed'`),
    index().on(table.workspaceUid, table.conversationId),
  ],
);
