import type { AgentSettings } from '@antiphon/contract/agents';
import type { FlowLayout } from '@antiphon/contract/flows';
import type { AgentId, ClientId, CredentialId, UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
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
    /** Out of the working copy, so that a list of thousands is read without unpacking their documents, which may be 300 kB each. */
    title: text('title').generatedAlwaysAs(sql`draft ->> 'title'`),
    description: text('description').generatedAlwaysAs(sql`draft ->> 'description'`),
    image: text('image').generatedAlwaysAs(sql`draft ->> 'roundedImageURL'`),
    credentialId: text('credential_id').$type<CredentialId>().generatedAlwaysAs(sql`draft #>> '{model,credentialId}'`),
    /** Equal to `settingsMd5` of the published version: nothing was changed since. Keys of a jsonb have one order. */
    draftMd5: text('draft_md5').generatedAlwaysAs(sql`md5(draft::text)`),
    /** Where the nodes of its canvas are drawn. No part of the working copy: to move them is no change of the agent. */
    flowLayout: jsonb('flow_layout').$type<FlowLayout>().notNull().default({}),
    tags: text('tags').array().notNull().default([]),
    /** What visitors get: `live`. */
    publishedVersion: integer('published_version'),
    /** What they get on pages that ask for `staging`, and what is moved by publishing; null where it is switched off. */
    stagingVersion: integer('staging_version'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** Who saved the working copy last; a user or a client; null for the workspace's key. */
    updatedByUserId: text('updated_by_user_id').$type<UserId | ClientId>(),
    /** In the trash since then: gone from everywhere, restorable until the purge. */
    deletedAt: instant('deleted_at'),
    /** More agents than the plan allows: this one does not answer since then. Written by `settle_paused_agents`, and where they are swapped. */
    pausedAt: instant('paused_at'),
  },
  (table) => [
    index('agents_paused').on(table.workspaceUid).where(sql`paused_at is not null`),
    index().on(table.workspaceUid, table.createdAt),
    index().on(table.workspaceUid, table.updatedAt),
    index('agents_by_title').on(table.workspaceUid, sql`lower(title)`, table.id),
    index().on(table.credentialId),
    index('agents_in_trash').on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** Immutable: one row a publish, the newest 20 kept beside those that visitors get. */
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
    credentialId: text('credential_id')
      .$type<CredentialId>()
      .generatedAlwaysAs(sql`settings #>> '{model,credentialId}'`),
    settingsMd5: text('settings_md5').generatedAlwaysAs(sql`md5(settings::text)`),
    /** The settings' custom CSS as visitors may have it; null until it was cleaned. */
    customCss: text('custom_css'),
    note: text('note').notNull().default(''),
    authorUserId: text('author_user_id').$type<UserId | ClientId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.number] }),
    index().on(table.credentialId),
    index().on(table.workspaceUid, table.agentId, table.number),
  ],
);

/** Of an agent beside its versions: the version that publishing replaces. */
export const tipVersion = sql`coalesce(${agents.stagingVersion}, ${agents.publishedVersion})`;
/** Visitors of one of its environments get this version. */
export const isAnswering = sql`${agentVersions.number} in (${agents.publishedVersion}, ${agents.stagingVersion})`;
