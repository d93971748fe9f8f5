import { limits } from '@antiphon/contract/limits';
import { logsContract } from '@antiphon/contract/logs';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeKnowledgeAgent } from '../../../test/factories/knowledge-factory.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { listLogs } from './list-logs.ts';
import { purgeLogs } from './purge-logs.ts';
import { writeLog } from './write-log.ts';

describe.each(await openTestDatabases())('log entries on $name', ({ database }) => {
  const deps = { database, systemScope: testSystemScope, secretKey: 'k'.repeat(32) };
  const entry = { type: 'sync', content: 'Done', channel: 'crm', metadata: { rows: 3 }, withEmail: false };
  const memberOf = (scope: Awaited<ReturnType<typeof makeKnowledgeAgent>>['scope']) => ({
    scope,
    userId: null,
    permissions: PERMISSIONS,
    client: null,
  });

  test("are listed newest first, page by page and by agent, to their own workspace; a stranger's agent is not found", async () => {
    const { scope, agentId } = await makeKnowledgeAgent(database);
    const { scope: other, agentId: foreign } = await makeKnowledgeAgent(database);
    for (const type of ['one', 'two', 'three']) await writeLog(deps, memberOf(scope), { ...entry, type });
    await writeLog(deps, memberOf(scope), { ...entry, type: 'of agent', agentId });
    await expect(writeLog(deps, memberOf(scope), { ...entry, agentId: foreign })).rejects.toMatchObject({
      code: 'not_found',
    });
    const first = await listLogs(deps, scope, { limit: 3 });
    const rest = await listLogs(deps, scope, { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ type }) => type).toSorted()).toEqual([
      'of agent',
      'one',
      'three',
      'two',
    ]);
    expect((await listLogs(deps, scope, { limit: 9, agentId })).items).toMatchObject([
      { agentId, metadata: { rows: 3 } },
    ]);
    expect((await listLogs(deps, other, { limit: 9 })).items).toEqual([]);
  });

  test('are mailed to the members where that is asked for, and only then', async () => {
    const { scope } = await makeKnowledgeAgent(database);
    const mails = async () =>
      (
        await database.unscoped.execute(
          sql`select to_address from emails where template = 'log_entry' and workspace_uid = ${scope.workspaceUid}`,
        )
      ).rows;
    await database.unscoped.execute(sql`
      insert into workspace_members (workspace_uid, user_id, permissions)
      select uid, owner_user_id, '[]' from workspaces where uid = ${scope.workspaceUid} on conflict do nothing`);
    await writeLog(deps, memberOf(scope), entry);
    expect(await mails()).toEqual([]);
    await writeLog(deps, memberOf(scope), { ...entry, withEmail: true });
    expect(await mails()).toEqual([{ to_address: expect.stringMatching(/@example\.com$/) }]);
  });

  test('go after 30 days', async () => {
    const { scope } = await makeKnowledgeAgent(database);
    await writeLog(deps, memberOf(scope), entry);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await purgeLogs(deps, testSystemScope, inDays(limits.logsKeptDays - 1));
    expect((await listLogs(deps, scope, { limit: 9 })).items).toHaveLength(1);
    await purgeLogs(deps, testSystemScope, inDays(limits.logsKeptDays + 1));
    expect((await listLogs(deps, scope, { limit: 9 })).items).toEqual([]);
  });
});

test.each([
  [{ type: 'x', content: 'y' }, true],
  [
    { type: 'x', content: 'y', userId: 'u', agentId: null, channel: 'c', metadata: {}, withEmail: true, region: 'eu' },
    true,
  ],
  [{ type: '', content: 'y' }, false],
  [{ type: 'x', content: 'y'.repeat(8_001) }, false],
  [{ type: 'x', content: 'y', metadata: { a: 'z'.repeat(8_001) } }, false],
])('the bounds of an entry: %j', (body, isGood) => {
  const schema = logsContract.write['~orpc'].inputSchema;
  const result = schema?.['~standard'].validate({ uid: 'w', ...body }) as { issues?: unknown };
  expect(result.issues === undefined).toBe(isGood);
});
