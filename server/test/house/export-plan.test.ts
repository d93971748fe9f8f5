import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type ExportedTable, exportPlan } from '../../src/domain/exports/export-plan.queries.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { listTables, rowsOf } from '../harness/table-catalogue.ts';

type Plan = typeof exportPlan;
const exported = (plan: Plan) =>
  Object.entries(plan).flatMap(([name, one]): [string, ExportedTable][] => ('table' in one ? [[name, one]] : []));

/** Sentences about tables of tenants of which nobody said whether they are exported, or said what is not so. */
async function findUnsaid(database: Database, plan: Plan = exportPlan): Promise<string[]> {
  const tables = (await listTables(database)).filter(({ tenantColumn }) => tenantColumn !== null);
  const names = new Set(tables.map(({ name }) => name));
  return [
    ...[...names].filter((name) => !plan[name]).map((name) => `${name}: is it exported, or why not?`),
    ...Object.keys(plan)
      .filter((name) => !names.has(name))
      .map((name) => `${name}: there is no such table of tenants`),
  ];
}

/** Sentences about tables whose pages are not read in the order of an index, or in no order that tells rows apart. */
async function findUnordered(database: Database, plan: Plan = exportPlan): Promise<string[]> {
  const indexes = await rowsOf<{ table: string; columns: string[]; isUnique: boolean }>(
    database,
    sql`select c.relname as table, i.indisunique as "isUnique",
          (select json_agg(coalesce(a.attname, '?') order by k.n) from unnest(i.indkey::int[]) with ordinality k(number, n)
           left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
        where i.indpred is null and i.indisvalid`,
  );
  return exported(plan).flatMap(([name, { tenant, by, isShort }]) => {
    const own = indexes.filter(({ table }) => table === name);
    const order = [...new Set([tenant.name, ...by.map(([, column]) => column.name)])];
    const isLed = own.some(
      ({ columns }) => columns[0] === order[0] && (isShort || order.length === 1 || columns[1] === order[1]),
    );
    const isOne = own.some(({ columns, isUnique }) => isUnique && columns.every((column) => order.includes(column)));
    const isWhole = by.every(([, column]) => column.notNull);
    return [
      ...(isLed ? [] : [`${name}: no index begins with ${order.slice(0, 2).join(', ')}`]),
      ...(isOne && isWhole ? [] : [`${name}: two rows may have the same ${order.join(', ')}`]),
    ];
  });
}

/** A name that says so, or bytes. What is none in spite of its name: */
const SECRET = /hash|secret|sealed|token|password|p256|auth$|key$|private/i;
const NONE = [
  ...['audit_entries.hash', 'audit_entries.previousHash', 'agencies.secretLast4', 'workspaces.secretLast4'],
  ...['webhook_endpoints.secretLast4', 'usage_entries.featureKey', 'agencies.disablePasswordLogin'],
  ...['clients.hasChangedPassword', 'workspace_plans.planKey'],
];

const findSecrets = (plan: Plan = exportPlan) =>
  exported(plan).flatMap(([name, { columns }]) =>
    Object.entries(columns)
      .filter(([key, column]) => SECRET.test(key) || column.getSQLType() === 'bytea')
      .map(([key]) => `${name}.${key}`)
      .filter((column) => !NONE.includes(column)),
  );

/** The table of `docs/export.md`, as it has to be. */
function describePlan(): string {
  const rows = Object.entries(exportPlan).map(([name, one]) =>
    'not' in one
      ? `| \`${name}\` | not in it: ${one.not} |`
      : `| \`${name}\` | ${Object.keys(one.columns).join(', ')} |`,
  );
  return ['| table | fields of a record |', '| --- | --- |', ...rows].join('\n');
}

describe.each(await openJourneyDatabases())('what an archive holds on $name', ({ database }) => {
  const planted = async <Found>(statement: string, find: () => Promise<Found>) => {
    await database.unscoped.execute(sql.raw(statement));
    return find().finally(() => database.unscoped.execute(sql`drop table planted`));
  };
  const leads = exportPlan.leads as ExportedTable;

  it('is said of every table of tenants, with a reason for what is left out', async () => {
    expect(await findUnsaid(database)).toEqual([]);
    for (const [name, one] of Object.entries(exportPlan))
      if ('not' in one) expect(one.not.length, name).toBeGreaterThan(10);
  });

  it('planted: a table of which nobody said it, and one that is not there', async () => {
    const find = () => findUnsaid(database);
    const gap = ['planted: is it exported, or why not?'];
    expect(await planted('create table planted (workspace_uid text)', find)).toEqual(gap);
    expect(await findUnsaid(database, { ...exportPlan, gone: { not: 'it is gone' } })).toEqual([
      'gone: there is no such table of tenants',
    ]);
  });

  it('is read page by page in the order of an index that begins with the workspace', async () => {
    expect(await findUnordered(database)).toEqual([]);
  });

  it('planted: an order without an index, and one that does not tell rows apart', async () => {
    const [byName, bySource] = [leads.columns.name!, leads.columns.source!];
    const found = await findUnordered(database, {
      leads: { ...leads, by: [['name', byName], ...leads.by] },
      webhook_attempts: {
        ...(exportPlan.webhook_attempts as ExportedTable),
        by: (exportPlan.webhook_attempts as ExportedTable).by.slice(0, 1),
      },
    });
    expect(found).toEqual([
      'leads: no index begins with workspace_uid, name',
      'webhook_attempts: two rows may have the same workspace_uid, delivery_id',
    ]);
    expect(await findUnordered(database, { leads: { ...leads, isShort: true, by: [['source', bySource]] } })).toEqual([
      'leads: two rows may have the same workspace_uid, source',
    ]);
  });
});

it('has no field that is a secret by its name, nor bytes', () => {
  expect(findSecrets()).toEqual([]);
});

it('planted: a field with a hash', () => {
  const clients = exportPlan.clients as ExportedTable;
  const columns = { ...clients.columns, passwordHash: clients.columns.name! };
  expect(findSecrets({ clients: { ...clients, columns } })).toEqual(['clients.passwordHash']);
});

it('is what the page for owners says', () => {
  const page = readFileSync(new URL('../../../docs/export.md', import.meta.url), 'utf8');
  expect(page.slice(page.indexOf('| table |')).trim()).toBe(describePlan());
});
