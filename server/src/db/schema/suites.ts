import type { AgentId, ConversationId, SuiteCaseId, SuiteRunId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { SuiteRun, SuiteScript, SuiteTry, SuiteVerdict } from '@antiphon/contract/suites';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant, leaseColumns } from './columns.ts';

const agentId = () =>
  text('agent_id')
    .$type<AgentId>()
    .notNull()
    .references(() => agents.id, { onDelete: 'cascade' });
const workspaceUid = () => text('workspace_uid').$type<WorkspaceUid>().notNull();

/** The tests of an agent as a whole. There is none before the first of them is made. */
export const suites = pgTable(
  'suites',
  {
    agentId: agentId().primaryKey(),
    workspaceUid: workspaceUid(),
    blocksPublishing: boolean('blocks_publishing').notNull().default(false),
    /** One more with every change of its tests: a report of another edition does not count. */
    edition: integer('edition').notNull().default(1),
  },
  (table) => [index().on(table.workspaceUid, table.agentId)],
);

export const suiteCases = pgTable(
  'suite_cases',
  {
    id: text('id').$type<SuiteCaseId>().primaryKey(),
    workspaceUid: workspaceUid(),
    agentId: agentId(),
    title: text('title').notNull(),
    isMust: boolean('is_must').notNull(),
    script: jsonb('script').$type<SuiteScript>().notNull(),
    edition: integer('edition').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.agentId, table.createdAt, table.id), index().on(table.agentId)],
);

/** One after the other of an agent. */
export const suiteRuns = pgTable(
  'suite_runs',
  {
    id: text('id').$type<SuiteRunId>().primaryKey(),
    workspaceUid: workspaceUid(),
    agentId: agentId(),
    state: text('state').$type<SuiteRun['state']>().notNull().default('running'),
    /** What was tried: the working copy, what the agent knew, and the tests as they were. */
    settingsMd5: text('settings_md5').notNull(),
    knowledgeMd5: text('knowledge_md5').notNull(),
    edition: integer('edition').notNull(),
    /** Null for the workspace's own key. */
    startedByUserId: text('started_by_user_id').$type<UserId>(),
    startedAt: instant('started_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index().on(table.workspaceUid, table.agentId, table.startedAt, table.id),
    index().on(table.agentId),
    uniqueIndex('suite_runs_open').on(table.agentId).where(sql`state = 'running'`),
    index('suite_runs_open_of_workspace').on(table.workspaceUid).where(sql`state = 'running'`),
  ],
);

/** One test in one run, with the test as it was. A worker that dies leaves its lease, and another begins the try anew. */
export const suiteResults = pgTable(
  'suite_results',
  {
    runId: text('run_id')
      .$type<SuiteRunId>()
      .notNull()
      .references(() => suiteRuns.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    workspaceUid: workspaceUid(),
    caseId: text('case_id').$type<SuiteCaseId>().notNull(),
    title: text('title').notNull(),
    isMust: boolean('is_must').notNull(),
    script: jsonb('script').$type<SuiteScript>().notNull(),
    /** How often it is tried. */
    repeats: integer('repeats').notNull(),
    said: jsonb('said').$type<SuiteTry[]>().notNull().default([]),
    verdict: text('verdict').$type<SuiteVerdict>(),
    ms: integer('ms').notNull().default(0),
    /** That of the try under way, which goes when the try ends. */
    conversationId: text('conversation_id').$type<ConversationId>(),
    ...leaseColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    index().on(table.workspaceUid, table.runId, table.position),
    index('suite_results_under_way')
      .on(table.workspaceUid, table.conversationId)
      .where(sql`conversation_id is not null`),
    index('suite_results_waiting').on(table.workspaceUid, table.runId, table.position).where(sql`verdict is null`),
  ],
);
