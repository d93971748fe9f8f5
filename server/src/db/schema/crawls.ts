import type { AgentId, CrawlRunId, DocumentId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { knowledgeDocuments, type PageSeen } from './knowledge.ts';

type RunState = 'running' | 'waiting' | 'applying' | 'applied' | 'discarded' | 'replaced' | 'failed';
type Change = 'added' | 'changed' | 'removed' | 'failed' | 'unchanged' | 'skipped';

/** What a page says, ready to be indexed once the run is applied. */
export type StagedPage = {
  title: string;
  text: string;
  chunks: { headingPath: string[]; text: string; language: string }[];
  contentHash: string;
  seen: PageSeen | null;
};

/** One reading of an address, with what differs from what was known before it. */
export const crawlRuns = pgTable(
  'crawl_runs',
  {
    id: text('id').$type<CrawlRunId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    documentId: text('document_id')
      .$type<DocumentId>()
      .notNull()
      .references(() => knowledgeDocuments.id, { onDelete: 'cascade' }),
    state: text('state').$type<RunState>().notNull().default('running'),
    /** Pages that were known when it began. */
    known: integer('known').notNull(),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    removed: integer('removed').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    needsJavaScript: integer('needs_javascript').notNull().default(0),
    reason: text('reason'),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index().on(table.workspaceUid, table.documentId, table.startedAt, table.id),
    index().on(table.documentId),
    uniqueIndex('crawl_runs_open').on(table.documentId).where(sql`state in ('running', 'waiting', 'applying')`),
  ],
);

/**
 * What came of one address in a run: whoever goes on with it after a crash asks for none of them again. What neither differs nor failed
 * goes when the run ends, and so does what is needed to go on.
 */
export const crawlRunPages = pgTable(
  'crawl_run_pages',
  {
    /** A hash of the run and both addresses. */
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    runId: text('run_id')
      .$type<CrawlRunId>()
      .notNull()
      .references(() => crawlRuns.id, { onDelete: 'cascade' }),
    /** The address that was asked for; empty for a page that was not found any more. */
    visited: text('visited').notNull(),
    /** The page's own, after redirects. */
    url: text('url').notNull(),
    title: text('title').notNull(),
    change: text('change').$type<Change>().notNull(),
    needsJavaScript: boolean('needs_javascript').notNull().default(false),
    message: text('message'),
    before: text('before'),
    after: text('after'),
    isCut: boolean('is_cut').notNull().default(false),
    links: jsonb('links').$type<string[]>().notNull().default([]),
    contentHash: text('content_hash').notNull().default(''),
    staged: jsonb('staged').$type<StagedPage>(),
  },
  (table) => [
    index().on(table.workspaceUid, table.runId, table.id),
    index().on(table.runId),
    index('crawl_run_pages_staged').on(table.workspaceUid, table.runId, table.id).where(sql`staged is not null`),
  ],
);
