import type { ClientActor } from '@antiphon/contract/client-sessions';
import { type AgentId, newCallId } from '@antiphon/contract/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { calls } from '../../db/schema/calls.ts';
import type { Scope } from '../../db/scope.ts';
import { demandCallOf, listCalls, listCallsOf } from './list-calls.ts';

describe.each(await openTestDatabases())('calls that are listed on $name', ({ database }) => {
  const deps = { database };
  let scope: Scope;
  let agentId: AgentId;
  const make = async ({ isTest = false, at = new Date() } = {}) => {
    const conversationId = await makeConversation(database, scope, agentId, [{ role: 'visitor', text: 'Hi' }], {
      isTest,
    });
    const id = newCallId();
    const row = { id, workspaceUid: scope.workspaceUid, agentId, conversationId, isTest, createdAt: at };
    const ended = { channel: 'web', mode: 'browser', state: 'ended', secretHash: id, secretUntil: at } as const;
    await database.transaction(scope, (tx) => tx.insert(calls).values({ ...row, ...ended, creditsMicro: 4_000_000 }));
    return { id, conversationId };
  };
  const client = () => ({
    scope,
    permissions: [],
    client: { agentIds: [agentId], pages: [], openerMay: null } as unknown as ClientActor,
  });

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
  });

  test('come newest first, page by page, each once, also of one moment', async () => {
    const at = new Date();
    const made = await Promise.all(Array.from({ length: 5 }, () => make({ at })));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCalls(deps, { scope, client: null, permissions: [] }, { limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  test('of a client are those of visitors, without what they cost; a test is nothing that they list, or end', async () => {
    const real = await make();
    const tried = await make({ isTest: true });
    const ids = async (reader: Parameters<typeof listCalls>[1]) =>
      (await listCalls(deps, reader, { limit: 10 })).items.map(({ id, credits }) => [id, credits]);
    expect(await ids({ scope, client: null, permissions: [] })).toHaveLength(2);
    expect(await ids({ scope, client: null, permissions: [] })).toContainEqual([real.id, 4]);
    expect(await ids(client())).toEqual([[real.id, undefined]]);
    await expect(listCallsOf(deps, client(), tried.conversationId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(demandCallOf(deps, client(), tried.conversationId, tried.id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await demandCallOf(deps, client(), real.conversationId, real.id);
    await expect(demandCallOf(deps, client(), real.conversationId, tried.id)).rejects.toThrow();
  });
});
