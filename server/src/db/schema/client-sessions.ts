import type { ClientId, WorkspaceUid } from '@antiphon/contract/ids';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** How a session began. `opening` and `agency_secret` are the agency's, in the client's place. */
export type SignInWay = 'password' | 'code' | 'link' | 'opening' | 'agency_secret';

/** Sessions on an agency's host. One of another workspace is found by nobody. */
export const clientSessions = pgTable(
  'client_sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: text('token_hash').notNull().unique(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** Null for the agency's own key. */
    clientId: text('client_id')
      .$type<ClientId>()
      .references(() => clients.id, { onDelete: 'cascade' }),
    way: text('way').$type<SignInWay>().notNull(),
    /** That of the client when it began: another one now means that there is another password. */
    sessionVersion: integer('session_version').notNull(),
    /** A member's user id, `key` or `agency-secret`; null for the client in person. */
    openedBy: text('opened_by'),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** Whatever is done, it ends then. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index().on(table.workspaceUid, table.clientId),
    index().on(table.expiresAt),
    index().on(table.lastUsedAt),
    index().on(table.clientId),
  ],
);

/** What a mail brought a client to sign in with, or to show that an address is theirs: one of each kind at a time, used once. */
export const clientLogins = pgTable(
  'client_logins',
  {
    clientId: text('client_id')
      .$type<ClientId>()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'code' | 'link' | 'invitation' | 'new_email'>().notNull(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    /** Of a code with a key, for there are only a million of them; of a link the plain SHA-256. */
    secretHash: text('secret_hash').notNull(),
    /** Wrong codes that were given. */
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.kind] }),
    index().on(table.workspaceUid, table.secretHash),
    index().on(table.expiresAt),
  ],
);
