import type { AgentId, DocumentId, FileId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DocumentKind, DocumentState, ReadingProgress, RefreshRate } from '@antiphon/contract/knowledge';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant, tsvector } from './columns.ts';

type StoredKind = Exclude<DocumentKind, 'qa'>;

/** Of a crawl, sitemap or page: further addresses to begin at, what of a site is asked for, and at which hour of the day. */
export type StoredPlan = {
  starts: string[];
  include: string[];
  exclude: string[];
  hour: number | null;
  timeZone: string;
};

/**
 * What the site said of a page that was read, so that it need not send it again, and what else would be known by reading it. Another
 * `way` of reading makes it void.
 */
export type PageSeen = {
  way: string;
  etag: string;
  modified: string;
  links: string[];
  needsJavaScript: boolean;
  isCut: boolean;
};

/** What an agent knows: a text, a file, an address, or a sitemap or crawl whose pages are rows of kind `page`. */
export const knowledgeDocuments = pgTable(
  'knowledge_documents',
  {
    id: text('id').$type<DocumentId>().primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    parentId: text('parent_id')
      .$type<DocumentId>()
      .references((): AnyPgColumn => knowledgeDocuments.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<StoredKind>().notNull(),
    title: text('title').notNull(),
    url: text('url'),
    fileId: text('file_id').$type<FileId>(),
    pagesMax: integer('pages_max').notNull().default(1),
    refreshRate: text('refresh_rate').$type<RefreshRate>().notNull().default('never'),
    plan: jsonb('plan').$type<StoredPlan>(),
    /** Not read by the clock until somebody says so. */
    isPaused: boolean('is_paused').notNull().default(false),
    state: text('state').$type<DocumentState>().notNull().default('INITIALIZED'),
    stateReason: text('state_reason'),
    progress: jsonb('progress').$type<ReadingProgress>().notNull(),
    text: text('text').notNull().default(''),
    /**
     * A `text` with questions is of kind `qa` to everybody outside. The kind that is stored stays `text`: what knows of no
     * questions reads, lists and copies it all the same.
     */
    questions: text('questions').array().notNull().default([]),
    /** `questionKey` of each question. */
    questionKeys: text('question_keys').array().notNull().default([]),
    /** Of the questions: ISO 639-1, or empty for any. */
    language: text('language').notNull().default(''),
    contentHash: text('content_hash').notNull().default(''),
    chars: integer('chars').notNull().default(0),
    chunks: integer('chunks').notNull().default(0),
    seen: jsonb('seen').$type<PageSeen>(),
    nextReadAt: instant('next_read_at'),
    lastReadAt: instant('last_read_at'),
    /** The run that reads it now. Its lease ends by itself, so that a killed run's document is read again by another. */
    leaseOwner: text('reading_run'),
    leaseUntil: instant('reading_until'),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
    /** Runs that began and did not end: what kills its reader is not read for ever. */
    readingAttempts: integer('reading_attempts').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index().on(table.agentId, table.parentId, table.createdAt),
    uniqueIndex().on(table.parentId, table.url),
    index().on(table.nextReadAt),
    index().on(table.leaseUntil),
    index().on(table.workspaceUid, table.id),
    index('knowledge_crawls')
      .on(table.workspaceUid, table.createdAt, table.id)
      .where(sql`kind in ('crawl', 'sitemap', 'url')`),
    index('knowledge_taught').on(table.workspaceUid, table.agentId).where(sql`questions <> '{}'`),
  ],
);

export const knowledgeChunks = pgTable(
  'knowledge_chunks',
  {
    id: text('id').primaryKey(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    documentId: text('document_id')
      .$type<DocumentId>()
      .notNull()
      .references(() => knowledgeDocuments.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    headingPath: jsonb('heading_path').$type<string[]>().notNull(),
    text: text('text').notNull(),
    language: text('language').notNull(),
    /** Lexemes of title, headings and text by the language's own stemmer. */
    lexemes: tsvector('lexemes').notNull(),
    /** Lexemes in the chunk, the length that BM25 divides by. */
    length: integer('length').notNull(),
    embedding: real('embedding').array(),
    embeddingModel: text('embedding_model').notNull().default(''),
  },
  (table) => [index().on(table.documentId, table.position), index().on(table.workspaceUid)],
);

/** One worker at a time makes vectors of an agent's chunks: each is paid with the customer's key. */
export const embeddingRuns = pgTable(
  'embedding_runs',
  {
    agentId: text('agent_id')
      .$type<AgentId>()
      .primaryKey()
      .references(() => agents.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    leaseOwner: text('lease_owner'),
    leaseUntil: instant('lease_until'),
    leaseAttempt: integer('lease_attempt').notNull().default(0),
  },
  (table) => [index().on(table.workspaceUid)],
);

/** In how many chunks of the agent a lexeme stands: what BM25 weighs rare words by. */
export const knowledgeTerms = pgTable(
  'knowledge_terms',
  {
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    lexeme: text('lexeme').notNull(),
    chunks: integer('chunks').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agentId, table.lexeme] }), index().on(table.workspaceUid)],
);

/** Totals an agent's ranking needs: chunks and the sum of their lengths; and the state of its vectors. */
export const knowledgeTotals = pgTable(
  'knowledge_totals',
  {
    agentId: text('agent_id')
      .$type<AgentId>()
      .primaryKey()
      .references(() => agents.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    chunks: integer('chunks').notNull(),
    length: bigint('length', { mode: 'number' }).notNull(),
    /** Grows whenever vectors of the agent come or go: whoever keeps them knows by it that theirs are still the ones. */
    vectorsRevision: bigint('vectors_revision', { mode: 'number' }).notNull().default(0),
  },
  (table) => [index().on(table.workspaceUid)],
);
