import type { ClientPath } from '@antiphon/contract/client-pages';
import type { AgentId, ClientId, OrgId, WorkspaceUid } from '@antiphon/contract/ids';
import type { DashboardLanguage } from '@antiphon/contract/languages';
import type { NotificationSettings } from '@antiphon/contract/notifications';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { orgAgents, orgs } from './orgs.ts';
import { workspaces } from './workspaces.ts';

/** A person of an org. A workspace sells under one brand, so that its uid stands for the agency: same address, two agencies, two people. */
export const clients = pgTable(
  'clients',
  {
    id: text('id').$type<ClientId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    orgId: text('org_id')
      .$type<OrgId>()
      .notNull()
      .references(() => orgs.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    squarePhotoURL: text('square_photo_url').notNull().default(''),
    /** Argon2id. */
    passwordHash: text('password_hash').notNull(),
    /** False while the password is one that the agency chose. */
    hasChangedPassword: boolean('has_changed_password').notNull().default(false),
    /** Grows with every new password: sessions of an earlier one have ended. */
    sessionVersion: integer('session_version').notNull().default(1),
    canAccess: jsonb('can_access').$type<ClientPath[]>().notNull(),
    clientTabOrder: jsonb('client_tab_order').$type<ClientPath[]>().notNull(),
    status: text('status').$type<'online' | 'offline'>().notNull().default('offline'),
    isOrgAdmin: boolean('is_org_admin').notNull().default(false),
    allowCreateAgents: boolean('allow_create_agents').notNull().default(false),
    notificationsSettings: jsonb('notifications_settings').$type<NotificationSettings>().notNull(),
    preferredLanguage: text('preferred_language').$type<DashboardLanguage>().notNull().default('en'),
    /** False while nobody chose it for them or by them: the first sign-in brings the language of its page. */
    hasChosenLanguage: boolean('has_chosen_language').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('clients_by_email').on(table.workspaceUid, table.email),
    index('clients_by_name').on(table.workspaceUid, sql`lower(name)`, table.id),
    index().on(table.orgId),
  ],
);

/** `widgetIDs` of a client. What the org loses its people lose: the second key cascades. */
export const clientAgents = pgTable(
  'client_agents',
  {
    clientId: text('client_id')
      .$type<ClientId>()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    orgId: text('org_id').$type<OrgId>().notNull(),
    agentId: text('agent_id').$type<AgentId>().notNull(),
    workspaceUid: text('workspace_uid').$type<WorkspaceUid>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.agentId] }),
    foreignKey({
      columns: [table.orgId, table.agentId],
      foreignColumns: [orgAgents.orgId, orgAgents.agentId],
    }).onDelete('cascade'),
    index().on(table.orgId, table.agentId),
    index().on(table.workspaceUid),
  ],
);

/** Codes by which a member opens a client's dashboard: one use, one minute. */
export const clientOpenings = pgTable(
  'client_openings',
  {
    /** SHA-256 of the code. */
    codeHash: text('code_hash').primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** Null: the dashboard of all agents, as the agency's key opens it. */
    clientId: text('client_id')
      .$type<ClientId>()
      .references(() => clients.id, { onDelete: 'cascade' }),
    /** The member's user id, or `key`: as it stands in the audit log. */
    openedBy: text('opened_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index().on(table.workspaceUid), index().on(table.clientId), index().on(table.expiresAt)],
);
