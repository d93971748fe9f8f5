import { limits } from '@antiphon/contract/limits';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { definitionOf, publicCalls } from '../../../test/factories/function-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { functionRevisions } from '../../db/schema/functions.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteFunction } from './delete-function.ts';
import { getFunction } from './get-function.ts';
import { listFunctions, listRevisions } from './list-functions.ts';
import { publishFunction } from './publish-function.ts';
import { createFunction, updateFunction } from './save-function.ts';

describe.each(await openTestDatabases())('functions on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope, callOut: publicCalls };
  let scope: Scope;
  const may = (...permissions: Permission[]) => ({ scope, userId: null, permissions, client: null });
  const create = (name = 'find_order') => createFunction(deps, may('agents.write'), definitionOf({ name }));
  const change = (of: { id: Awaited<ReturnType<typeof create>>['id']; edition: number }, description: string) =>
    updateFunction(deps, may('agents.write'), { ...of, definition: definitionOf({ description }) });
  const publish = (of: { id: Awaited<ReturnType<typeof create>>['id']; edition: number }) =>
    publishFunction(deps, may('agents.publish'), of);
  const revisions = () => database.transaction(scope, (tx) => tx.select().from(functionRevisions));

  beforeEach(async () => {
    ({ scope } = await makeKnowledgeAgent(database));
  });

  test('are kept as they were given, and listed by name', async () => {
    const made = await create();
    await create('book_table');
    expect(await getFunction(deps, scope, made.id)).toEqual({
      ...definitionOf(),
      ...{ id: made.id, edition: 1, revision: null, hasChanges: true, changedAt: made.changedAt },
    });
    expect(
      (await listFunctions(deps, scope)).map(({ name, method, origin, path }) => [name, method, origin, path]),
    ).toEqual([
      ['book_table', 'GET', 'https://api.example.com', '/v1/orders/{order}'],
      ['find_order', 'GET', 'https://api.example.com', '/v1/orders/{order}'],
    ]);
  });

  test('become revisions that no later change reaches', async () => {
    const made = await create();
    expect(await publish(made)).toMatchObject({ revision: 1, hasChanges: false });
    const changed = await change(made, 'Another.');
    expect(changed).toMatchObject({ edition: 2, revision: 1, hasChanges: true });
    expect(await publish(changed)).toMatchObject({ revision: 2, hasChanges: false });
    await change(changed, 'A third.');
    expect((await revisions()).map(({ number, definition }) => [number, definition.description])).toEqual([
      [1, 'Looks an order up by its number.'],
      [2, 'Another.'],
    ]);
    expect((await listRevisions(deps, scope, made.id)).map(({ number, publishedBy }) => [number, publishedBy])).toEqual(
      [
        [2, 'API key'],
        [1, 'API key'],
      ],
    );
    // Planted: `update` granted on the table -> caught here.
    await expect(
      database.transaction(scope, (tx) => tx.update(functionRevisions).set({ number: 9 })),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('are saved and published only as somebody saw them', async () => {
    const made = await create();
    await change(made, 'Another.');
    await expect(change(made, 'Lost.')).rejects.toMatchObject({ code: 'conflict' });
    await expect(publish(made)).rejects.toMatchObject({ code: 'conflict' });
    const seen = await getFunction(deps, scope, made.id);
    expect(await change(seen, 'Another.')).toMatchObject({ edition: 2 });
    await publish(seen);
    await expect(publish(seen)).rejects.toMatchObject({ code: 'nothing_to_publish' });
    const both = await Promise.allSettled([change(seen, 'One.'), change(seen, 'Two.')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('have a name each, and are as many as a workspace may have, also by two hands at once', async () => {
    const made = await create();
    await expect(create()).rejects.toMatchObject({ code: 'function_name_taken', issues: [{ path: 'name' }] });
    const other = await create('other');
    const renamed = { id: other.id, edition: 1, definition: definitionOf() };
    await expect(updateFunction(deps, may('agents.write'), renamed)).rejects.toMatchObject({
      code: 'function_name_taken',
    });
    await database.transaction(scope, (tx) =>
      tx.execute(sql`insert into functions (id, workspace_uid, name, definition)
        select 'fnc_' || ${made.id} || n, ${scope.workspaceUid}, 'f_' || n, ${JSON.stringify(definitionOf())}::jsonb
        from generate_series(1, ${limits.functionsMax - 3}) n`),
    );
    // Planted: counted before the audit's lock -> both are made on PostgreSQL. Caught here.
    const both = await Promise.allSettled([create('one_more'), create('two_more')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listFunctions(deps, scope)).toHaveLength(limits.functionsMax);
  });

  test('keep their newest hundred revisions', async () => {
    const made = await create();
    await publish(made);
    const { functionRevisionsMax: most } = limits;
    await database.transaction(scope, async (tx) => {
      await tx.execute(sql`insert into function_revisions (function_id, number, workspace_uid, definition)
        select function_id, n, workspace_uid, definition from function_revisions, generate_series(2, ${most}::int) n`);
      await tx.execute(sql`update functions set revision = ${most}::int`);
    });
    const first = await publish(await change(made, 'One.'));
    const { id } = await publish(await change(first, 'Two.'));
    const kept = (await listRevisions(deps, scope, id)).map(({ number }) => number);
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([limits.functionRevisionsMax, 102, 3]);
  });

  test('go with their revisions', async () => {
    const made = await create();
    await publish(made);
    await deleteFunction(deps, may('agents.publish'), made.id);
    expect([await listFunctions(deps, scope), await revisions()]).toEqual([[], []]);
    await expect(getFunction(deps, scope, made.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('want the permission for each', async () => {
    const made = await create();
    const definition = definitionOf();
    const tries = [
      () => createFunction(deps, may('agents.publish', 'credentials.write'), definition),
      () => updateFunction(deps, may('agents.publish'), { ...made, definition }),
      () => publishFunction(deps, may('agents.write'), made),
      () => deleteFunction(deps, may('agents.write'), made.id),
    ];
    for (const attempt of tries) await expect((async () => attempt())()).rejects.toMatchObject({ code: 'forbidden' });
  });
});
