import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

export const agents = pgTable(
  'agents',
  {
    id: text('id').$type<AgentId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** The working copy. `draftRevision` grows with every save and guards against lost updates. */
    draft: jsonb('draft').$type<AgentSettings>().notNull(),
    draftRevision: integer('draft_revision').notNull().default(1),
    publishedVersion: integer('published_version'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [index().on(table.workspaceUid, table.createdAt)],
);

/** Immutable: one row a publish, the newest 20 kept beside the published one. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    settings: jsonb('settings').$type<AgentSettings>().notNull(),
    note: text('note').notNull().default(''),
    authorUserId: text('author_user_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.number] })],
);
