import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent, makeKnowledgeDocument } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { makeScope } from '../../db/make-scope.ts';
import { agents } from '../../db/schema/agents.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { auditEntries } from '../../db/schema/events.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { files } from '../../db/schema/uploads.ts';
import type { Scope } from '../../db/scope.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { storeFile } from '../uploads/store-file.ts';
import { deleteAgent } from './delete-agent.ts';
import { getAgent, getAnsweringSettings } from './get-agent.ts';
import { listAgents, listTrash } from './list-agents.ts';
import { publishAgent } from './publish-agent.ts';
import { purgeAgents } from './purge-agents.ts';
import { restoreAgent } from './restore-agent.ts';

const vendors = await makeReadingVendors([]);
afterAll(() => vendors.close());
const DAY_MS = 86_400_000;

describe.each(await openTestDatabases())('the trash on $name', ({ database }) => {
  const deps = {
    database,
    systemScope: testSystemScope,
    ...answeringProbe,
    publishGate: demandSuite,
    platformKeys: new Set<never>(),
    ...vendors.vendors,
  };
  let scope: Scope;
  let id: AgentId;
  const member = (permissions = PERMISSIONS as readonly (typeof PERMISSIONS)[number][]) => ({
    scope,
    userId: null,
    permissions,
    client: null,
  });
  const purge = (daysLater: number) =>
    purgeAgents(
      deps,
      testSystemScope,
      (uid) => makeScope(uid as Scope['workspaceUid']),
      new Date(Date.now() + daysLater * DAY_MS),
    );
  const rowsLeft = () =>
    database.transaction(scope, async (tx) => ({
      agents: (await tx.select().from(agents).where(eq(agents.id, id))).length,
      documents: (await tx.select().from(knowledgeDocuments)).length,
      conversations: (await tx.select().from(conversations)).length,
      messages: (await tx.select().from(messages)).length,
      files: (await tx.select().from(files)).length,
    }));

  beforeEach(async () => {
    ({ scope, agentId: id } = await makeKnowledgeAgent(database));
    await makeKnowledgeDocument(database, scope, id);
    await publishAgent(deps, member(), { id, note: '' });
    const conversationId = await makeConversation(database, scope, id, [{ role: 'visitor', text: 'Hi' }]);
    const sent = {
      file: new File(['x'], 'a.txt'),
      kinds: ['txt'] as const,
      bytesMax: 100,
      agentId: id,
      conversationId,
    };
    await storeFile(deps, scope, sent, async () => null);
  });

  test('a deleted agent is gone from the list, from its page and from the widget at once, and stands in the trash', async () => {
    await deleteAgent(deps, member(), id);
    expect((await listAgents(deps, scope, { limit: 10, sort: 'created' })).items).toEqual([]);
    await expect(getAgent(deps, member(), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      database.transaction(scope, (tx) => getAnsweringSettings(tx, scope, id, 'live')),
    ).rejects.toMatchObject({ code: 'not_found' });
    const [trashed] = (await listTrash(deps, scope, { limit: 10 })).items;
    expect(trashed).toMatchObject({ ID: id, title: 'A' });
    const days = (Date.parse(trashed?.purgedAt ?? '') - Date.parse(trashed?.deletedAt ?? '')) / DAY_MS;
    expect(days).toBe(limits.trashKeptDays);
  });

  test('restored it is as it was, published and with all that it knew; once', async () => {
    await deleteAgent(deps, member(), id);
    await purge(29);
    const restored = await restoreAgent(deps, member(), id);
    expect(restored).toMatchObject({ ID: id, isPublished: true, documents: 1, conversations: 1 });
    await expect(restoreAgent(deps, member(), id)).rejects.toMatchObject({ code: 'not_found' });
    const actions = await database.transaction(scope, (tx) => tx.select().from(auditEntries));
    expect(actions.map(({ action }) => action)).toEqual(['agent.publish', 'agent.delete', 'agent.restore']);
  });

  test('only whoever may write agents takes one out', async () => {
    await deleteAgent(deps, member(), id);
    const reader = member(PERMISSIONS.filter((permission) => permission !== 'agents.write'));
    await expect(restoreAgent(deps, reader, id)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('after 30 days nothing of it is left, no row and no file; an agent that was not deleted stays', async () => {
    const { agentId: kept, scope: other } = await makeKnowledgeAgent(database);
    const bytes = async () => (await readdir(join(vendors.folder, 'na'))).length;
    // What other tests left in the trash.
    await purge(31);
    const before = await bytes();
    await deleteAgent(deps, member(), id);
    await purge(31);
    expect(await rowsLeft()).toEqual({ agents: 0, documents: 0, conversations: 0, messages: 0, files: 0 });
    expect(await bytes()).toBe(before - 1);
    expect(await purge(31)).toBe(0);
    const still = await database.transaction(other, (tx) => tx.select().from(agents).where(eq(agents.id, kept)));
    expect(still.length).toBe(1);
  });

  test('one whose files cannot be deleted keeps none of those behind it in the trash', async () => {
    await deleteAgent(deps, member(), id);
    const { agentId: behind, scope: other } = await makeKnowledgeAgent(database);
    await deleteAgent(deps, { ...member(), scope: other }, behind);
    const broken = { ...vendors.vendors.fileStore, delete: () => Promise.reject(new Error('the disk is gone')) };
    const later = new Date(Date.now() + 31 * DAY_MS);
    const run = purgeAgents({ ...deps, fileStore: broken }, testSystemScope, makeScope as never, later);
    await expect(run).rejects.toMatchObject({ errors: [new Error('the disk is gone')] });
    const left = await database.transaction(testSystemScope, (tx) =>
      tx
        .select({ id: agents.id })
        .from(agents)
        .where(inArray(agents.id, [id, behind])),
    );
    expect(left).toEqual([{ id }]);
    await purge(31);
  });
});
