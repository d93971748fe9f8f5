import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { answeringProbe } from '../../../test/factories/answering-probe.ts';
import { makeConversation } from '../../../test/factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import type { Scope } from '../../db/scope.ts';
import { publishAgent } from '../agents/publish-agent.ts';
import { demandSuite } from '../suites/suite-gate.ts';
import { storeFile } from '../uploads/store-file.ts';
import { leaveContact } from './capture-contact.ts';
import { eraseConversation } from './erase-conversation.ts';

const vendors = await makeReadingVendors([]);
afterAll(() => vendors.close());
const CANARY = 'canary-7f3a';

describe.each(await openTestDatabases())('an erased conversation on $name', ({ database }) => {
  const deps = {
    database,
    ...answeringProbe,
    publishGate: demandSuite,
    platformKeys: new Set<never>(),
    ...vendors.vendors,
  };
  let scope: Scope;
  let agentId: AgentId;
  let id: ConversationId;
  const member = (permissions = PERMISSIONS as readonly (typeof PERMISSIONS)[number][]) => ({
    scope,
    userId: null,
    permissions,
    client: null,
  });
  /** In how many rows of any table of the tenant the words stand. */
  const rowsWith = async (words: string) => {
    const { rows } = await database.unscoped.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    let hits = 0;
    for (const { name } of rows as { name: string }[]) {
      const found = await database.unscoped.execute(
        sql`select 1 from ${sql.identifier(name)} t where strpos(t::text, ${words}) > 0`,
      );
      hits += found.rows.length;
    }
    return hits;
  };

  beforeEach(async () => {
    ({ scope, agentId } = await makeKnowledgeAgent(database));
    await publishAgent(deps, member(), { id: agentId, note: '' });
    id = await makeConversation(database, scope, agentId, [{ role: 'visitor', text: `I am ${CANARY}` }]);
    await leaveContact(deps, scope, id, { email: `${CANARY}@example.com`, message: CANARY, name: CANARY });
    const sent = { file: new File([CANARY], `${CANARY}.txt`), kinds: ['txt'] as const, bytesMax: 100, agentId };
    await storeFile(deps, scope, { ...sent, conversationId: id }, async () => null);
  });

  test('leaves no word of itself: not in any table, and no file', async () => {
    const bytes = async () => (await readdir(join(vendors.folder, 'na'))).length;
    const before = await bytes();
    expect(await rowsWith(CANARY), 'planted in messages, contact, lead and file').toBe(4);
    await eraseConversation(deps, member(), id);
    expect(await rowsWith(CANARY)).toBe(0);
    expect(await bytes()).toBe(before - 1);
    await expect(eraseConversation(deps, member(), id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is erased by whoever may answer conversations of its workspace, and the audit log says so once', async () => {
    const { scope: other } = await makeKnowledgeAgent(database);
    const reader = member(PERMISSIONS.filter((permission) => permission !== 'conversations.reply'));
    await expect(eraseConversation(deps, reader, id)).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = { scope: other, userId: null, permissions: PERMISSIONS, client: null };
    await expect(eraseConversation(deps, stranger, id)).rejects.toMatchObject({ code: 'not_found' });
    await eraseConversation(deps, member(), id);
    const { rows } = await database.unscoped.execute(sql`select action from audit_entries where target = ${id}`);
    expect(rows).toEqual([{ action: 'conversation.erase' }]);
  });
});
