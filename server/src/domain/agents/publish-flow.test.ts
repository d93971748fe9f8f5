import { AgentSettings } from '@antiphon/contract/agents';
import type { Flow } from '@antiphon/contract/flow-parts';
import type { AgentId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { flowOf, smallFlow } from '../../../test/factories/flow-factory.ts';
import { definitionOf, publicCalls } from '../../../test/factories/function-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { agents, agentVersions } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';
import { publishFunction } from '../functions/publish-function.ts';
import { createFunction } from '../functions/save-function.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

describe.each(await openTestDatabases())('the flow of an agent on $name', ({ database }) => {
  const deps = {
    ...{ database, systemScope: testSystemScope, ...answeringProbe, outboundAllow: [] as string[] },
    ...{ publishGate: demandSuite, platformKeys: new Set<never>(), cleanCss: async (css: string) => css },
    callOut: publicCalls,
  };
  let scope: Scope;
  let id: AgentId;
  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
  });
  const member = () => ({ scope, userId: null, permissions: PERMISSIONS, client: null });
  const save = async (flow: Flow | null, functions: object[] = []) => {
    const [row] = await database.transaction(scope, (tx) => tx.select().from(agents).where(eq(agents.id, id)));
    const settings = AgentSettings.parse({ title: 'A', flow, functions });
    return updateAgent(deps, member(), { id, draftRevision: row?.draftRevision as number, settings });
  };
  const putOnline = () => publishAgent(deps, member(), { id, note: '' });
  const broken = () => {
    const flow = smallFlow();
    flow.sections[0]!.edges.pop();
    return flow;
  };

  // Planted: `addVersion` does not look -> caught here.
  test('may be half done while it is worked on, and is published whole alone', async () => {
    expect((await save(broken())).settings.flow).toEqual(broken());
    await expect(putOnline()).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Nothing follows next.',
      issues: [
        { path: 'settings.flow.sections.0.nodes.1', message: 'Nothing follows next.' },
        { path: 'settings.flow.sections.0.nodes.2', message: 'Nothing leads here.' },
      ],
    });
    await save(smallFlow());
    expect((await putOnline()).published?.flow).toEqual(smallFlow());
  });

  test('is looked at as well where an earlier version is restored', async () => {
    await save(smallFlow());
    await putOnline();
    await database.transaction(scope, (tx) =>
      tx
        .update(agentVersions)
        .set({ settings: AgentSettings.parse({ title: 'A', flow: broken() }) })
        .where(eq(agentVersions.agentId, id)),
    );
    await expect(restoreVersion(deps, member(), { id, number: 1 })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  // Planted: it is looked at without the functions of the agent -> caught here.
  test('calls functions that the agent has, with their inputs', async () => {
    const created = await createFunction(deps, member(), definitionOf());
    const { revision } = await publishFunction(deps, member(), { id: created.id, edition: created.edition });
    const calling = (order: string | null) =>
      flowOf(
        [
          { id: 'start', kind: 'start' },
          {
            ...{ id: 'call', kind: 'function', functionId: created.id },
            inputs: order === null ? [] : [{ name: 'order', from: { value: order } }],
          },
          { id: 'done', kind: 'end' },
        ],
        { 'start.next': 'call', 'call.ok': 'done', 'call.failed': 'done', 'call.declined': 'done' },
      );
    await save(calling('B-1'));
    await expect(putOnline()).rejects.toMatchObject({ message: 'The agent does not have this function.' });
    const bound = [{ functionId: created.id, revision }];
    await save(calling(null), bound);
    await expect(putOnline()).rejects.toMatchObject({ message: 'Please say what order is.' });
    await save(calling('B-1'), bound);
    await putOnline();
  });
});
