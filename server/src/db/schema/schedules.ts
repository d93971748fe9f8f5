import type { ScheduleId, WorkspaceUid } from '@antiphon/contract/ids';
import type { ScheduleHours } from '@antiphon/contract/schedules';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { workspaces } from './workspaces.ts';

/** When people can be asked for, by the clock of a time zone. Agents name one in their settings; a few of a workspace. */
export const schedules = pgTable(
  'schedules',
  {
    id: text('id').$type<ScheduleId>().primaryKey(),
    workspaceUid: text('workspace_uid')
      .$type<WorkspaceUid>()
      .notNull()
      .references(() => workspaces.uid, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    /** Seven, Monday first. */
    days: jsonb('days').$type<ScheduleHours['days']>().notNull(),
    /** By their dates. */
    exceptions: jsonb('exceptions').$type<ScheduleHours['exceptions']>().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index().on(table.workspaceUid, table.createdAt)],
);
