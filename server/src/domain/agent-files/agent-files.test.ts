import { AGENT_FILE, AgentFile } from '@antiphon/contract/agent-files';
import { AgentSettings } from '@antiphon/contract/agents';
import { type AgentId, type FunctionId, newMcpSourceId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import type { NewSuiteCase } from '@antiphon/contract/suites';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { definitionOf, publicCalls, secretFor } from '../../../test/factories/function-factory.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { testOf } from '../../../test/factories/suite-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';
import { createAgent } from '../agents/create-agent.ts';
import { updateAgent } from '../agents/update-agent.ts';
import { createCallCredential } from '../call-credentials/save-call-credential.ts';
import { getFunction } from '../functions/get-function.ts';
import { listFunctions } from '../functions/list-functions.ts';
import { publishFunction } from '../functions/publish-function.ts';
import { createFunction, updateFunction } from '../functions/save-function.ts';
import { getCase, getSuite } from '../suites/get-suite.ts';
import { createCase, setBlocking } from '../suites/save-case.ts';
import { exportAgent } from './export-agent.ts';
import { importAgent } from './import-agent.ts';

const ORIGIN = 'https://api.example.com';

describe.each(await openTestDatabases())('an agent as a file on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope, callOut: publicCalls, secretKey: 'k'.repeat(32) };
  let scope: Scope;
  let other: Scope;
  let documentAgent: AgentId;
  const memberOf = (of: Scope, permissions: readonly Permission[] = PERMISSIONS) => ({
    ...{ scope: of, userId: null, permissions, client: null },
  });
  beforeEach(async () => {
    ({ scope, agentId: documentAgent } = await makeKnowledgeAgent(database));
    ({ scope: other } = await makeKnowledgeAgent(database));
  });

  const addFunction = async (of: Scope, change: Parameters<typeof definitionOf>[0] = {}) => {
    const { id, edition } = await createFunction(deps, memberOf(of), definitionOf(change));
    const { revision } = await publishFunction(deps, memberOf(of), { id, edition });
    return { functionId: id, revision: revision as number };
  };
  const save = async (of: Scope, id: AgentId, settings: AgentSettings) => {
    const [row] = await database.transaction(of, (tx) => tx.select().from(agents).where(eq(agents.id, id)));
    await updateAgent(deps, memberOf(of), { id, settings, draftRevision: row!.draftRevision });
  };
  const flowWith = (functionId: FunctionId) => ({
    schema: 1 as const,
    variables: [],
    sections: [
      {
        id: 'main1',
        name: 'Main',
        nodes: [
          { id: 'start1', kind: 'start', name: '' },
          { id: 'look11', kind: 'function', name: 'Look it up', functionId },
        ],
        edges: [{ from: 'start1', port: 'next', to: 'look11' }],
      },
    ],
  });
  /** An agent with all that travels. */
  const makeWhole = async (): Promise<AgentId> => {
    const { ID: id } = await createAgent(deps, memberOf(scope), 'Shop');
    const bound = await addFunction(scope);
    const settings = { title: 'Shop', systemPrompt: 'Be kind.', functions: [bound], flow: flowWith(bound.functionId) };
    await save(scope, id, AgentSettings.parse(settings));
    await database.transaction(scope, (tx) =>
      tx
        .update(agents)
        .set({ flowLayout: { look11: { x: 40, y: 80 } } })
        .where(eq(agents.id, id)),
    );
    const answers = [{ name: 'find_order', isOk: true, outputs: { status: 'sent' } }];
    const cases: NewSuiteCase[] = [
      testOf({ title: 'Calls', checks: [{ kind: 'calls', name: 'find_order' }], answers, isMust: true }),
      testOf({ title: 'Price' }),
    ];
    for (const one of cases) await createCase(deps, memberOf(scope), { agentId: id, ...one });
    await setBlocking(deps, memberOf(scope), { agentId: id, blocksPublishing: true });
    return id;
  };
  /** As it is written to a disk and read again. */
  const travel = (file: AgentFile): AgentFile => AgentFile.parse(JSON.parse(JSON.stringify(file)));
  const exportOf = async (id: AgentId, of = scope) => travel(await exportAgent(deps, memberOf(of), id));
  const suiteOf = async (of: Scope, id: AgentId) => {
    const { cases, blocksPublishing } = await getSuite(deps, memberOf(of), id);
    const whole = await Promise.all(cases.map((one) => getCase(deps, memberOf(of), { id, caseId: one.id })));
    return { blocksPublishing, cases: whole.map(({ title, isMust, script }) => ({ title, isMust, script })) };
  };

  test('comes out in another workspace as it went in, canvas, functions and tests with it', async () => {
    const file = await exportOf(await makeWhole());
    const { agent, notes } = await importAgent(deps, memberOf(other), file);
    expect(notes).toEqual([]);
    expect(agent).toMatchObject({ title: 'Shop', isPublished: false, tags: [], ownerID: other.workspaceUid });
    const [its] = await listFunctions(deps, other);
    expect(its).toMatchObject({ name: 'find_order', revision: 1, hasChanges: false });
    const again = await exportOf(agent.ID, other);
    const asHere = JSON.parse(JSON.stringify(file).replaceAll(file.functions[0]!.functionId, its!.id));
    expect(again).toEqual(asHere);
    expect(agent.settings.flow?.sections[0]?.nodes[1]).toMatchObject({ functionId: its!.id });
    expect(await suiteOf(other, agent.ID)).toEqual(file.suite);
  });

  test('carries the working copy, in the revision that it names', async () => {
    const id = await makeWhole();
    const [bound] = (await exportOf(id)).settings.functions;
    const { functionId } = bound!;
    const { edition, ...definition } = await getFunction(deps, scope, functionId);
    const change = { ...definition, description: 'Newer.' };
    const changed = await updateFunction(deps, memberOf(scope), { id: functionId, edition, definition: change });
    await publishFunction(deps, memberOf(scope), { id: functionId, edition: changed.edition });
    expect((await exportOf(id)).functions[0]?.definition.description).toBe('Looks an order up by its number.');
  });

  test('where the very same function is there, it is used, whatever credential it has', async () => {
    const file = await exportOf(await makeWhole());
    const { id: credentialId } = await createCallCredential(deps, memberOf(other), secretFor([ORIGIN]) as never);
    const { request } = definitionOf();
    const here = await addFunction(other, { request: { ...request, credentialId } });
    const { agent, notes } = await importAgent(deps, memberOf(other), file);
    expect(notes).toEqual([{ kind: 'function_reused', name: 'find_order' }]);
    expect(agent.settings.functions[0]).toMatchObject(here);
    expect(await listFunctions(deps, other)).toHaveLength(1);
  });

  test('where another function has its name, it gets a number, and the tests follow', async () => {
    const file = await exportOf(await makeWhole());
    await addFunction(other, { description: 'Another one.' });
    const { agent, notes } = await importAgent(deps, memberOf(other), file);
    expect(notes).toEqual([{ kind: 'function_renamed', from: 'find_order', to: 'find_order_2' }]);
    const [first] = (await suiteOf(other, agent.ID)).cases;
    expect(first?.script.turns[0]?.checks).toEqual([{ kind: 'calls', name: 'find_order_2' }]);
    expect(first?.script.answers[0]?.name).toBe('find_order_2');
    // Once more: the numbered one is the very same function now.
    const second = await importAgent(deps, memberOf(other), file);
    expect(second.notes).toEqual([{ kind: 'function_reused', name: 'find_order_2' }]);
    expect(second.agent.settings.functions).toEqual(agent.settings.functions);
  });

  test('no secret, and nothing that is of the workspace alone, is in it or is taken from it', async () => {
    const { ID: id } = await createAgent(deps, memberOf(scope), 'Shop');
    const { id: credentialId } = await createCallCredential(deps, memberOf(scope), secretFor([ORIGIN]) as never);
    const { request } = definitionOf();
    const bound = await addFunction(scope, { request: { ...request, credentialId } });
    const handoff = { email: 'desk@example.com' };
    await save(
      scope,
      id,
      AgentSettings.parse({ title: 'Shop', functions: [bound], handoff, roundedImageURL: '/a.png' }),
    );
    const file = await exportOf(id);
    const text = JSON.stringify(file);
    for (const canary of ['shop-0123456789abcdef', credentialId, 'desk@example.com', '/a.png', scope.workspaceUid, id])
      expect(text).not.toContain(canary);
    const { agent, notes } = await importAgent(deps, memberOf(other), file);
    const [its] = await listFunctions(deps, other);
    expect(notes).toEqual([{ kind: 'credential_missing', functionId: its!.id, name: 'find_order' }]);
    // Somebody wrote into the file what belongs to another workspace.
    const model = {
      ...file.settings.model,
      provider: 'openai' as const,
      model: 'gpt-5',
      credentialId: 'cred_1' as never,
    };
    const forged = {
      ...file,
      settings: { ...file.settings, model, handoff: { ...file.settings.handoff, ...handoff } },
    };
    const made = await importAgent(deps, memberOf(other), forged);
    expect(made.agent.settings.model.credentialId).toBeNull();
    expect(made.agent.settings.handoff.email).toBe('');
    expect(made.notes).toContainEqual({ kind: 'model_key', provider: 'openai' });
    expect(agent.settings.functions).toHaveLength(1);
  });

  test('checks of documents do not travel, and it says of which tests', async () => {
    const id = await makeWhole();
    const documentId = await makeKnowledgeDocument(database, scope, id, 'Returns');
    const cites = { kind: 'cites' as const, documentId, title: 'Returns' };
    const says = { kind: 'says' as const, words: ['30 days'] };
    const add = (title: string, checks: NewSuiteCase['script']['turns'][0]['checks']) =>
      createCase(deps, memberOf(scope), { agentId: id, ...testOf({ title, checks }) });
    await add('Both', [cites, says]);
    await add('Alone', [cites]);
    const { agent, notes } = await importAgent(deps, memberOf(other), await exportOf(id));
    expect(notes).toEqual([
      { kind: 'checks_left_out', title: 'Both', checks: 1, isLeftOut: false },
      { kind: 'checks_left_out', title: 'Alone', checks: 1, isLeftOut: true },
    ]);
    const { cases } = await suiteOf(other, agent.ID);
    expect(cases.map(({ title }) => title)).toEqual(['Calls', 'Price', 'Both']);
    expect(cases[2]?.script.turns[0]?.checks).toEqual([says]);
  });

  test('a file with a function that leads inside, or one too many, leaves nothing behind', async () => {
    const file = await exportOf(await makeWhole());
    const [one] = file.functions;
    const inside = {
      ...one!,
      definition: { ...one!.definition, request: { ...one!.definition.request, origin: 'https://127.0.0.1' } },
    };
    const second = { ...inside, functionId: 'fn_other' as FunctionId };
    await expect(importAgent(deps, memberOf(other), { ...file, functions: [one!, second] })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'file.functions.1.definition.request.origin' }],
    });
    expect(await listFunctions(deps, other)).toEqual([]);
  });

  test('a tool that somebody wrote into the file is not made: nobody has approved it here', async () => {
    const file = await exportOf(await makeWhole());
    const [one] = file.functions;
    const tool = { sourceId: newMcpSourceId(), name: 'find_order', fingerprint: 'f'.repeat(64) };
    const forged = { ...file, functions: [{ ...one!, definition: { ...one!.definition, tool } }] };
    const { agent, notes } = await importAgent(deps, memberOf(other), travel(forged));
    // Planted: it is made as any other -> caught here.
    expect(await listFunctions(deps, other)).toEqual([]);
    expect(notes).toEqual([{ kind: 'tool_left_out', name: 'find_order' }]);
    expect(agent.settings.functions).toEqual([]);
    expect(agent.settings.flow?.sections[0]?.nodes[1]).toMatchObject({ functionId: '' });
  });

  test('who may not publish functions may bring agents without new ones', async () => {
    const file = await exportOf(await makeWhole());
    const writer = memberOf(other, ['agents.write']);
    await expect(importAgent(deps, writer, file)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(importAgent(deps, memberOf(other, ['agents.publish']), file)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(exportAgent(deps, memberOf(scope, []), documentAgent)).rejects.toMatchObject({ code: 'forbidden' });
    await addFunction(other);
    expect((await importAgent(deps, writer, file)).notes).toEqual([{ kind: 'function_reused', name: 'find_order' }]);
  });

  test('two at once make one function', async () => {
    const file = await exportOf(await makeWhole());
    await addFunction(other, { description: 'Another one.' });
    const both = await Promise.all([1, 2].map(() => importAgent(deps, memberOf(other), file)));
    expect(both.map(({ notes }) => notes[0]?.kind).toSorted()).toEqual(['function_renamed', 'function_reused']);
    expect((await listFunctions(deps, other)).map(({ name }) => name)).toEqual(['find_order', 'find_order_2']);
  });
});

test('another file, and one of a later release, say so', () => {
  const reasonOf = (file: unknown) => AgentFile.safeParse(file).error?.issues[0]?.message;
  expect(reasonOf({ settings: { title: 'A' } })).toBe('This is not an agent file.');
  expect(reasonOf({ ...AGENT_FILE, version: 2, settings: { title: 'A' } })).toContain('another release');
  expect(AgentFile.parse({ ...AGENT_FILE, settings: { title: 'A' } }).suite.cases).toEqual([]);
  expect(limits.agentFileBytesMax).toBeLessThan(limits.bodyBytesMax);
});
