import type { ClientPath } from '@antiphon/contract/client-pages';
import type { AgentId, OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { DashboardLayout, OrgSettings } from '@antiphon/contract/orgs';
import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** An agency's customer company. */
export const orgs = pgTable(
  'orgs',
  {
    id: text('id').$type<OrgId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    squarePhotoURL: text('square_photo_url').notNull().default(''),
    defaultClientAccess: jsonb('default_client_access').$type<ClientPath[]>().notNull(),
    defaultClientTabOrder: jsonb('default_client_tab_order').$type<ClientPath[]>().notNull(),
    predefinedTags: jsonb('predefined_tags').$type<string[]>().notNull().default([]),
    disallowAnyTags: boolean('disallow_any_tags').notNull().default(false),
    disableHandoff: boolean('disable_handoff').notNull().default(false),
    allowBilling: boolean('allow_billing').notNull().default(false),
    preferredLanguage: text('preferred_language').$type<DashboardLanguage>().notNull().default('en'),
    dashboardLayout: text('dashboard_layout').$type<DashboardLayout>().notNull().default('vertical'),
    settings: jsonb('settings').$type<OrgSettings>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('orgs_by_name').on(table.workspaceUid, sql`lower(name)`, table.id)],
);

/** `widgetIDs` of an org: the agents that it sees. */
export const orgAgents = pgTable(
  'org_agents',
  {
    orgId: text('org_id')
      .$type<OrgId>()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    agentId: text('agent_id')
      .$type<AgentId>()
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.agentId] }),
    index().on(table.agentId),
    index().on(table.workspaceUid),
  ],
);
