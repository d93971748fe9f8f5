import type { AgentSettings } from '@antiphon/contract/agents';
import type { Override, PushState, TargetReason, TargetState } from '@antiphon/contract/blueprints';
import type { AgentId, BlueprintPushId, SuiteRunId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant, leaseColumns } from './columns.ts';

const agentId = (name = 'agent_id') =>
  text(name)
    .$type<AgentId>()
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' });
const workspaceUid = () => text('workspace_uid').$type<WorkspaceUid>().notNull();

/** What a push takes back: what the agent and its link were before. */
export type Before = {
  draft: AgentSettings;
  revision: number;
  publishedVersion: number | null;
  base: AgentSettings;
  appliedVersion: number;
  cleanRevision: number | null;
};

/** An agent that others follow. There is none before something is locked in it. */
export const blueprints = pgTable(
  'blueprints',
  {
    agentId: agentId().primaryKey(),
    workspaceUid: workspaceUid(),
    locked: jsonb('locked').$type<string[]>().notNull().default([]),
  },
  (table) => [index().on(table.workspaceUid, table.agentId)],
);

/** That an agent follows a blueprint: one at most. */
export const blueprintLinks = pgTable(
  'blueprint_links',
  {
    agentId: agentId().primaryKey(),
    workspaceUid: workspaceUid(),
    blueprintId: agentId('blueprint_id'),
    appliedVersion: integer('applied_version').notNull(),
    /** What that version said, with the slots filled in as they were: the version itself may be gone. */
    base: jsonb('base').$type<AgentSettings>().notNull(),
    slots: jsonb('slots').$type<Record<string, string>>().notNull().default({}),
    /** The working copy of that revision holds nothing unpublished but what was pushed. */
    cleanRevision: integer('clean_revision'),
    createdAt: instant('created_at').notNull().defaultNow(),
    appliedAt: instant('applied_at').notNull().defaultNow(),
  },
  (table) => [
    index('blueprint_links_newest').on(table.workspaceUid, table.blueprintId, table.createdAt, table.agentId),
    index().on(table.blueprintId),
  ],
);

/** One push: what is pushed stands in it, so that nothing that happens to the blueprint meanwhile changes it. */
export const blueprintPushes = pgTable(
  'blueprint_pushes',
  {
    id: text('id').$type<BlueprintPushId>().primaryKey(),
    workspaceUid: workspaceUid(),
    blueprintId: agentId('blueprint_id'),
    version: integer('version').notNull(),
    settings: jsonb('settings').$type<AgentSettings>().notNull(),
    locked: jsonb('locked').$type<string[]>().notNull(),
    publishes: boolean('publishes').notNull(),
    inWaves: boolean('in_waves').notNull(),
    wave: integer('wave').notNull(),
    state: text('state').$type<PushState>().notNull().default('running'),
    /** Null for the workspace's own key. */
    startedByUserId: text('started_by_user_id').$type<UserId>(),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('blueprint_pushes_newest').on(table.workspaceUid, table.blueprintId, table.startedAt, table.id),
    index().on(table.blueprintId),
    uniqueIndex('blueprint_pushes_open').on(table.blueprintId).where(sql`state in ('running', 'paused', 'undoing')`),
  ],
);

/** One agent in one push. It is settled in the transaction that changes the agent: whoever takes over finds either both or nothing. */
export const blueprintTargets = pgTable(
  'blueprint_targets',
  {
    pushId: text('push_id')
      .$type<BlueprintPushId>()
      .notNull()
      .references(() => blueprintPushes.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    workspaceUid: workspaceUid(),
    agentId: agentId(),
    wave: integer('wave').notNull(),
    state: text('state').$type<TargetState>().notNull().default('waiting'),
    reason: text('reason').$type<TargetReason>(),
    message: text('message').notNull().default(''),
    kept: jsonb('kept').$type<Override[]>().notNull().default([]),
    overwritten: jsonb('overwritten').$type<Override[]>().notNull().default([]),
    /** The version that was published by it. */
    version: integer('version'),
    /** Null where nothing was changed, and once a newer push began. */
    before: jsonb('before').$type<Before>(),
    /** Of the working copy as it was left. */
    afterRevision: integer('after_revision'),
    suiteRunId: text('suite_run_id').$type<SuiteRunId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    dueAt: instant('due_at').notNull().defaultNow(),
    settledAt: instant('settled_at'),
    ...leaseColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.pushId, table.position] }),
    uniqueIndex().on(table.workspaceUid, table.pushId, table.agentId),
    index().on(table.workspaceUid, table.pushId, table.position),
    index().on(table.workspaceUid, table.agentId, table.createdAt),
    index().on(table.agentId),
    index('blueprint_targets_waiting')
      .on(table.workspaceUid, table.pushId, table.position)
      .where(sql`state in ('waiting', 'testing', 'undoing')`),
  ],
);
