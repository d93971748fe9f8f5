import type { AgencyId, TabId, WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agencies } from './agencies.ts';
import { workspaces } from './workspaces.ts';

/** Pages of an agency's own in its clients' dashboard; a few of an agency. */
export const agencyTabs = pgTable(
  'agency_tabs',
  {
    id: text('id').$type<TabId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    agencyId: text('agency_id')
      .$type<AgencyId>()
      .notNull()
      .references(() => agencies.id, { onDelete: 'cascade' }),
    /** From 0, in the order of the agency. */
    place: integer('place').notNull(),
    label: text('label').notNull(),
    href: text('href').notNull(),
    iconUrl: text('icon_url').notNull().default(''),
    pageType: text('page_type').$type<'html' | 'iframe'>().notNull().default('html'),
    htmlContent: text('html_content').notNull().default(''),
    jsContent: text('js_content').notNull().default(''),
    iframeUrl: text('iframe_url').notNull().default(''),
    /** Where an html page may load from. */
    origins: jsonb('origins').$type<string[]>().notNull().default(sql`'[]'`),
    alwaysVisible: boolean('always_visible').notNull().default(false),
  },
  (table) => [uniqueIndex().on(table.agencyId, table.href), index().on(table.workspaceUid, table.place)],
);
