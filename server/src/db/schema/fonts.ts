import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A file of a font: its weight and characters as in CSS, and where its bytes lie. */
export type StoredFace = { weight: number; unicodeRange: string; storageKey: string };

/** Fonts that somebody chose, brought once for all of them. Of no workspace. */
export const fonts = pgTable(
  'fonts',
  {
    /** `dm-sans` */
    id: text('id').primaryKey(),
    family: text('family').notNull(),
    state: text('state').$type<'wanted' | 'ready' | 'failed'>().notNull().default('wanted'),
    faces: jsonb('faces').$type<StoredFace[]>().notNull().default([]),
    wantedAt: instant('wanted_at').notNull().defaultNow(),
  },
  (table) => [index('fonts_wanted').on(table.wantedAt).where(sql`state = 'wanted'`)],
);
