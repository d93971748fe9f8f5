import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationsFolder } from '../../src/db/migrations-folder.ts';
import { judgeMigration } from './judge-migration.ts';

/** Those before were made when no installation was large. */
const FIRST_JUDGED = '20261123';

const read = (name: string) => readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8');

test('no new migration stops people while it is made', () => {
  const names = readdirSync(migrationsFolder).filter((name) => name >= FIRST_JUDGED);
  expect(names.flatMap((name) => judgeMigration(read(name)).map((found) => `${name}: ${found}`))).toEqual([]);
});

test('planted: earlier ones that would', () => {
  const judged = (end: string) =>
    judgeMigration(read(readdirSync(migrationsFolder).find((name) => name.endsWith(end)) ?? ''));
  expect(judged('_delivery_indexes')).toHaveLength(2);
  expect(judged('_outbox_waiting').join('\n')).toMatch(
    /^delete from outbox.*\nalter table outbox add column about.*anew\n/,
  );
  expect(judged('_reply_traces').join('\n')).toContain('create index conversations_counted');
});

test.each([
  'CREATE INDEX "x" ON "messages" ("id");',
  'create unique index on messages (id)',
  'ALTER TABLE "messages" ADD COLUMN "a" text NOT NULL;',
  'ALTER TABLE "orgs" ADD COLUMN "a" text NOT NULL;',
  'ALTER TABLE "messages" ADD COLUMN "a" uuid DEFAULT gen_random_uuid() NOT NULL;',
  'ALTER TABLE "messages" ALTER COLUMN "text" SET DATA TYPE varchar(10);',
  'ALTER TABLE "messages" ALTER COLUMN "reply_id" SET NOT NULL;',
  'ALTER TABLE "messages" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id");',
  'ALTER TABLE "leads" ADD CONSTRAINT "c" UNIQUE("a");',
  'UPDATE "messages" SET "text" = \'\';',
  'ALTER TABLE "orgs" DROP COLUMN "name";',
  'ALTER TABLE "orgs" RENAME COLUMN "name" TO "title";',
  'DROP TABLE "orgs";',
])('planted: %s', (statement) => {
  expect(judgeMigration(`select 1;--> statement-breakpoint\n-- Why.\n${statement}`)).toHaveLength(1);
});

test.each([
  'CREATE INDEX IF NOT EXISTS "x" ON "messages" ("id");',
  'CREATE TABLE "messages" ("id" text NOT NULL);--> statement-breakpoint\nCREATE INDEX "x" ON "messages" ("id");',
  'CREATE INDEX "x" ON "orgs" ("id");',
  'ALTER TABLE "messages" ADD COLUMN "a" integer DEFAULT 0 NOT NULL;',
  'ALTER TABLE "messages" ADD COLUMN "a" text;',
  'ALTER TABLE "messages" ADD CONSTRAINT "c" CHECK ("a" > 0) NOT VALID;',
  'create or replace function f() returns int language plpgsql as $$ begin update messages set text = text; drop table orgs; return 1; end $$;',
])('may be: %s', (statement) => {
  expect(judgeMigration(statement)).toEqual([]);
});
