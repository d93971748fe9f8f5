import type { AgentId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import type { Scope } from '../../db/scope.ts';
import { duplicateAgent } from '../agents/duplicate-agent.ts';
import { getAgent } from '../agents/get-agent.ts';
import { getLayout, saveLayout } from './flow-layout.ts';

describe.each(await openTestDatabases())('where the nodes of a canvas stand, on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope };
  let scope: Scope;
  let id: AgentId;
  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
  });
  const member = (permissions: readonly Permission[] = PERMISSIONS) => ({
    scope,
    userId: null,
    permissions,
    client: null,
  });
  const positions = { start: { x: 0, y: 80 }, hello: { x: -12.5, y: 400 } };

  test('is kept beside the working copy, which stays as it was; the last one to save wins', async () => {
    const before = await getAgent(deps, member(), id);
    expect(await getLayout(deps, scope, id)).toEqual({});
    await saveLayout(deps, member(), { id, positions });
    await saveLayout(deps, member(), { id, positions: { start: { x: 1, y: 2 } } });
    expect(await getLayout(deps, scope, id)).toEqual({ start: { x: 1, y: 2 } });
    expect(await getAgent(deps, member(), id)).toEqual(before);
  });

  // Planted: the copy is made without it -> caught here.
  test('goes along where the agent is copied', async () => {
    await saveLayout(deps, member(), { id, positions });
    const { ID: copyId } = await duplicateAgent(deps, member(), id);
    expect(await getLayout(deps, scope, copyId)).toEqual(positions);
  });

  test('is saved by whoever may change the agent alone, and only of an agent that is there', async () => {
    await expect(saveLayout(deps, member([]), { id, positions })).rejects.toMatchObject({ code: 'forbidden' });
    const { scope: other } = await makeKnowledgeAgent(database);
    await expect(getLayout(deps, other, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(saveLayout(deps, { ...member(), scope: other }, { id, positions })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
