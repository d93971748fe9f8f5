import { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId, FunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { definitionOf, publicCalls } from '../../../test/factories/function-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteFunction } from '../functions/delete-function.ts';
import { getFunction } from '../functions/get-function.ts';
import { listRevisions } from '../functions/list-functions.ts';
import { listUses } from '../functions/list-uses.ts';
import { publishFunction } from '../functions/publish-function.ts';
import { createFunction, updateFunction } from '../functions/save-function.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

type Bound = { functionId: FunctionId; revision: number };

describe.each(await openTestDatabases())('functions of an agent on $name', ({ database }) => {
  const deps = {
    database,
    systemScope: testSystemScope,
    ...answeringProbe,
    outboundAllow: [] as string[],
    publishGate: demandSuite,
    platformKeys: new Set<never>(),
    cleanCss: async (css: string) => css,
    callOut: publicCalls,
  };
  let scope: Scope;
  let other: Scope;
  let id: AgentId;
  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
    ({ scope: other } = await makeKnowledgeAgent(database));
  });
  const memberOf = (of: Scope) => ({ scope: of, userId: null, permissions: PERMISSIONS, client: null });
  const create = async (name = 'find_order', of = scope) => {
    const { id: functionId } = await createFunction(deps, memberOf(of), definitionOf({ name }));
    return functionId;
  };
  const publish = async (functionId: FunctionId, change: object = {}, of = scope): Promise<Bound> => {
    const { edition, ...seen } = await getFunction(deps, of, functionId);
    const definition = { ...seen, ...change };
    const changed = await updateFunction(deps, memberOf(of), { id: functionId, edition, definition });
    const { revision } = await publishFunction(deps, memberOf(of), { id: functionId, edition: changed.edition });
    return { functionId, revision: revision as number };
  };
  const settingsWith = (functions: Bound[]) => AgentSettings.parse({ title: 'A', functions });
  const revisionOf = async (agentId: AgentId) => {
    const [row] = await database.transaction(scope, (tx) => tx.select().from(agents).where(eq(agents.id, agentId)));
    return row?.draftRevision as number;
  };
  const save = async (functions: Bound[], agentId = id) =>
    updateAgent(deps, memberOf(scope), {
      id: agentId,
      draftRevision: await revisionOf(agentId),
      settings: settingsWith(functions),
    });
  const putOnline = (agentId = id) => publishAgent(deps, memberOf(scope), { id: agentId, note: '' });
  const refusedAt = (index: number) => ({
    code: 'invalid_input',
    issues: [{ path: `settings.functions.${index}.functionId` }],
  });

  test('have to be there, in this revision and of this workspace, else the place is named', async () => {
    const one = await publish(await create());
    const foreign = await publish(await create('find_order', other), {}, other);
    const unpublished = await create('book_table');
    for (const wrong of [
      foreign,
      { functionId: unpublished, revision: 1 },
      { ...one, revision: 2 },
      { functionId: 'fnc_nothing' as FunctionId, revision: 1 },
    ])
      await expect(save([one, wrong])).rejects.toMatchObject(refusedAt(1));
    const saved = await save([one]);
    expect(saved.settings.functions).toEqual([
      { ...one, who: 'anyone', callsPerConversation: 10, callsPerMinute: 60, callsPerDay: 1_000 },
    ]);
    expect((await putOnline()).published?.functions).toHaveLength(1);
  });

  test('have a name each, as they are called in the revisions that are used', async () => {
    const renamed = await create('find_order');
    const first = await publish(renamed);
    const second = await publish(renamed, { name: 'find_parcel' });
    const same = await publish(await create('find_order'));
    await expect(save([first, same])).rejects.toMatchObject(refusedAt(1));
    await expect(save([first, second, first])).rejects.toMatchObject(refusedAt(2));
    await save([second, same]);
  });

  // Planted: publishing does not look -> caught here.
  test('are looked at again before they are published, and left out of a restored version where they are gone', async () => {
    const one = await publish(await create());
    await save([one]);
    await putOnline();
    await save([]);
    await putOnline();
    await deleteFunction(deps, memberOf(scope), one.functionId);
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ draft: settingsWith([one]) })
        .where(eq(agents.id, id)),
    );
    await expect(putOnline()).rejects.toMatchObject(refusedAt(0));
    const restored = await restoreVersion(deps, memberOf(scope), { id, number: 1 });
    expect(restored.settings.functions).toEqual([]);
  });

  // Planted: only working copies are looked at -> caught here.
  test('cannot be deleted while a working copy or a published one names them, and the refusal names the agents', async () => {
    const one = await publish(await create());
    const { ID: second } = await createAgent(deps, memberOf(scope), 'B');
    await save([one]);
    await putOnline();
    await save([]);
    await save([one], second);
    const remove = () => deleteFunction(deps, memberOf(scope), one.functionId);
    await expect(remove()).rejects.toMatchObject({
      code: 'function_in_use',
      message: 'This function is used by "A", "A". Take it away there first.',
    });
    await putOnline();
    await expect(remove()).rejects.toMatchObject({ code: 'function_in_use', issues: [{ path: 'agents' }] });
    await deleteAgent(deps, memberOf(scope), second);
    await remove();
  });

  test('say who uses them, and how many on an older revision', async () => {
    const functionId = await create();
    const first = await publish(functionId);
    await save([first]);
    await putOnline();
    const newest = await publish(functionId, { description: 'Another.' });
    const { ID: second } = await createAgent(deps, memberOf(scope), 'B');
    await save([newest], second);
    expect(await listUses(deps, scope, functionId)).toEqual({
      agents: 2,
      olderAgents: 1,
      items: [
        { agentId: id, title: 'A', draftRevision: 1, liveRevision: 1 },
        { agentId: second, title: 'A', draftRevision: 2, liveRevision: null },
      ],
    });
    await expect(listUses(deps, other, functionId)).rejects.toMatchObject({ code: 'not_found' });
  });

  // Planted: the oldest revision is forgotten whoever names it -> caught here.
  test('keep a revision that an agent names, however many came after it', async () => {
    const functionId = await create();
    const first = await publish(functionId);
    await publish(functionId, { description: 'A second.' });
    await save([first]);
    await database.transaction(scope, (tx) =>
      tx.execute(sql`update functions set revision = ${limits.functionRevisionsMax + 5}::int where id = ${functionId}`),
    );
    await publish(functionId, { description: 'A later one.' });
    const kept = await listRevisions({ ...deps }, scope, functionId);
    expect(kept.map(({ number }) => number)).toEqual([limits.functionRevisionsMax + 6, 1]);
    await putOnline();
  });
});
