import type { ChannelProvider } from '@antiphon/contract/channel-names';
import { type AgentId, newChannelConnectionId } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { channelConnections } from '../../db/schema/channels.ts';
import type { Scope } from '../../db/scope.ts';
import { listAllChannels } from './list-channels.ts';

describe.each(await openTestDatabases())('channels of all agents on $name', ({ database }) => {
  let scope: Scope;
  let agentId: AgentId;
  const connect = async (name: string, provider: ChannelProvider, createdAt: Date) => {
    const id = newChannelConnectionId();
    const { workspaceUid } = scope;
    await database.transaction(scope, (tx) =>
      tx.insert(channelConnections).values({
        ...{ id, workspaceUid, agentId, provider, name, createdAt },
        ...{ externalId: id, handle: id, hookKey: id, sealed: new Uint8Array(), state: 'connected' },
      }),
    );
  };
  const names = async (of = scope) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listAllChannels({ database }, of, { provider: 'whatsapp', limit: 2, cursor });
      seen.push(...page.items.map(({ name, agentTitle }) => `${name} of ${agentTitle}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return seen;
  };

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
    const day = new Date('2026-03-01T12:00:00Z');
    for (const name of ['First', 'Second', 'Third', 'Fourth']) await connect(name, 'whatsapp', day);
    await connect('A bot', 'telegram', day);
  });

  test('of one provider come page by page, each once', async () => {
    const all = ['First of A', 'Fourth of A', 'Second of A', 'Third of A'];
    expect((await names()).sort()).toEqual(all);
    const { items, nextCursor } = await listAllChannels({ database }, scope, { provider: 'whatsapp', limit: 4 });
    expect([items.length, nextCursor]).toEqual([4, null]);
  });

  test("of an agent in the trash, or of another workspace's, are not listed", async () => {
    const { scope: other } = await makeKnowledgeAgent(database);
    expect(await names(other)).toEqual([]);
    await database.transaction(scope, (tx) =>
      tx.update(agents).set({ deletedAt: new Date() }).where(eq(agents.id, agentId)),
    );
    expect(await names()).toEqual([]);
  });
});
