import { newMessageId, type WorkspaceUid } from '@antiphon/contract/ids';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMoveCommand } from '../../src/app-cells.ts';
import type { Database } from '../../src/db/database.ts';
import { makeSystemScope } from '../../src/db/make-scope.ts';
import { settleDirectory } from '../../src/domain/cells/settle-directory.ts';
import { settlePeople } from '../../src/domain/cells/settle-people.ts';
import {
  type Chat,
  createAgent,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { mailedLinks } from '../factories/people.ts';
import { follow } from '../factories/takeover-factory.ts';
import { startTestApi, type TestApi, until } from '../harness/api.ts';
import { newTestScope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';

const make = () => createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 6);
const systemScope = makeSystemScope('test');
const asked = async <Row>(database: Database, query: SQL) =>
  ((await database.unscoped.execute(query)) as unknown as { rows: Row[] }).rows;

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a region with two cells', () => {
  let host: Awaited<ReturnType<typeof startModelServer>>;
  let databases: Awaited<ReturnType<typeof make>>[] = [];
  let environment: Record<string, string> = {};
  /** `stale` does nothing while a workspace moves: what it remembers is old. */
  let api: TestApi;
  let stale: TestApi;
  let owner: Owner;
  let agentId = '';
  let chat: Chat;

  beforeAll(async () => {
    host = await startModelServer({ reply: () => 'An electric bike costs 28 euros a day.' });
    databases = [await make(), await make()];
    const [one, two] = databases;
    environment = { DATABASE_URL: one!.url, CELL_URLS: `two=${two!.url}`, OUTBOUND_ALLOW: host.hostAndPort };
    api = await startTestApi(one!.database, environment);
    stale = await startTestApi(one!.database, { ...environment, ROLE: 'web' });
    owner = await signUp(api);
    agentId = await createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'a-model'));
    await publish(api, owner, agentId);
    chat = await startChat(api, agentId);
    ok(await send(stale, chat, 'What does an electric bike cost?'));
    await settledMessages(stale, owner, chat);
    ok(await stale.call('GET', '/v2/me', { caller: owner.caller }));
  }, 300_000);

  afterAll(async () => {
    await Promise.all([api?.stop(), stale?.stop()]);
    await host?.close();
    for (const { drop } of databases) await drop();
  });

  const move = (uid: string, to: string) =>
    runMoveCommand({ ...environment, NODE_ENV: 'test', SECRET_KEY: 'x'.repeat(40) }, ['--workspace', uid, '--to', to]);
  const settle = () =>
    settlePeople({
      database: databases[0]!.database,
      systemScope,
      otherCells: async () => [databases[1]!.database],
    });
  const rowsIn = async (at: number, uid: string) => {
    const [row] = await asked<{ agents: number; messages: number; keys: number }>(
      databases[at]!.database,
      sql`select (select count(*)::int from agents where workspace_uid = ${uid}) as agents,
        (select count(*)::int from messages where workspace_uid = ${uid}) as messages,
        (select count(*)::int from idempotency_keys where workspace_uid = ${uid}) as keys`,
    );
    return row!;
  };

  test('what a workspace is asked for is answered where it went, also by who remembers where it was', async () => {
    const further = { caller: owner.caller, body: { workspaceName: 'Further' } };
    const { uid: furtherUid } = ok(await api.call('POST', '/v2/workspaces', further));
    const readers = [await follow(api.origin, chat), await follow(stale.origin, chat)];
    await move(owner.uid, 'two');
    // They would hear nothing more of it.
    await until(
      async () => readers.filter((reader) => reader.isOpen()).length,
      (open) => open === 0,
      10_000,
    );
    expect(await rowsIn(0, owner.uid)).toEqual({ agents: 0, messages: 0, keys: 0 });
    const before = await rowsIn(1, owner.uid);
    // The greeting, a question and its answer.
    expect(before).toMatchObject({ agents: 1, messages: 3 });

    // Each of them is the first that this process hears of it.
    const calls: [string, () => Promise<{ status: number }>][] = [
      ['the visitor', () => send(stale, chat, 'And for two days?')],
      ['the key', () => stale.call('GET', `/v2/agents/${agentId}`, { caller: owner.key })],
      [
        'the person, of their own workspace',
        () => stale.call('GET', `/v2/agents/${agentId}`, { caller: owner.caller }),
      ],
      ['the person, by the path', () => stale.call('GET', `/v2/workspaces/${owner.uid}`, { caller: owner.caller })],
      [
        'the person, by what the body names, from a workspace of the first cell',
        () =>
          stale.call('POST', '/rpc/uploadFile', {
            caller: { ...owner.caller, workspace: furtherUid },
            body: { uid: owner.uid, base64Payload: DOT },
          }),
      ],
      ['a new visitor', () => stale.call('POST', `/public/agents/${agentId}/conversations`, { body: {} })],
      ['anybody who knows the owner', () => stale.call('GET', `/public/users/${owner.uid}/check-credits`, {})],
      [
        'a call that is done once',
        () =>
          stale.call('POST', `/v2/workspaces/${owner.uid}/agents`, {
            caller: owner.caller,
            body: { title: 'Second' },
            headers: { 'idempotency-key': 'key-0123456789abcdef' },
          }),
      ],
    ];
    const answers: [string, number][] = [];
    for (const [name, call] of calls) answers.push([name, (await call()).status]);
    expect(answers.filter(([, status]) => status >= 300)).toEqual([]);
    await settledMessages(stale, owner, chat);
    expect(await rowsIn(0, owner.uid)).toEqual({ agents: 0, messages: 0, keys: 0 });
    expect(await rowsIn(1, owner.uid)).toMatchObject({ agents: 2, messages: 6, keys: 1 });
    // The cell that the header names never had the workspace that the body names, and would not know that it has not.
    const misnamed = { ...owner.caller, workspace: owner.uid };
    ok(
      await stale.call('POST', '/rpc/uploadFile', { caller: misnamed, body: { uid: furtherUid, base64Payload: DOT } }),
    );
    const files = sql`select count(*)::int as count from files where workspace_uid = ${furtherUid}`;
    const counted = await Promise.all(databases.map(({ database }) => asked<{ count: number }>(database, files)));
    expect(counted.map(([row]) => row?.count)).toEqual([1, 0]);
    const me = ok(await stale.call('GET', '/v2/me', { caller: owner.caller }));
    expect(me.workspaces.map(({ uid }: { uid: string }) => uid)).toEqual([owner.uid, furtherUid]);
  }, 300_000);

  test('a reply is read in one process while another writes it in the second cell', async () => {
    const reader = await follow(stale.origin, chat);
    ok(await send(api, chat, 'And for three days?'));
    await reader.until(({ event }) => event === 'done', 60_000);
    await reader.leave();
  }, 120_000);

  test('nothing of a workspace is written where it is not, whoever says that it is there', async () => {
    const [first] = databases;
    const stranger = await signUp(api);
    const create = (server: TestApi) =>
      server.call('POST', `/v2/workspaces/${stranger.uid}/agents`, {
        caller: stranger.caller,
        body: { title: 'Nowhere' },
      });
    ok(await create(api));
    await first!.database.unscoped.execute(
      sql`insert into workspace_cells (workspace, cell, epoch) values (${stranger.uid}, 'two', 0)`,
    );
    const misled = await startTestApi(first!.database, { ...environment, ROLE: 'web' });
    const { status } = await create(misled);
    await misled.stop();
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await rowsIn(1, stranger.uid)).toEqual({ agents: 0, messages: 0, keys: 0 });
    await first!.database.unscoped.execute(sql`delete from workspace_cells where workspace = ${stranger.uid}`);
  }, 120_000);

  test('somebody joins a workspace of the second cell, is renamed there, and is erased in both', async () => {
    const friend = await signUp(api);
    const body = { to: friend.email, permissions: ['agents.write'] };
    ok(await api.call('POST', `/v2/workspaces/${owner.uid}/email`, { caller: owner.caller, body }));
    const [, two] = databases.map(({ database }) => database);
    const secret = (await mailedLinks(two!, friend.email)).at(-1)?.searchParams.get('secret');
    const link = { secret, email: friend.email };
    ok(await stale.call('POST', `/no-auth/workspaces/${owner.uid}/invite`, { caller: friend.caller, body: link }));
    const there = { ...friend.caller, workspace: owner.uid };
    ok(await stale.call('GET', `/v2/agents/${agentId}`, { caller: there }));
    const both = ok(await stale.call('GET', '/v2/me', { caller: friend.caller })).workspaces;
    expect(both.map(({ uid }: { uid: string }) => uid).sort()).toEqual([owner.uid, friend.uid].sort());

    const known = async () =>
      (
        await asked<{ name: string; email: string }>(two!, sql`select name, email from users where id = ${friend.uid}`)
      )[0];
    ok(await stale.call('POST', '/v2/users/me', { caller: friend.caller, body: { displayName: 'Renamed' } }));
    await settle();
    expect(await known()).toEqual({ name: 'Renamed', email: friend.email });
    const end = { caller: friend.caller, body: { email: friend.email } };
    ok(await stale.call('DELETE', '/v2/users/me', end));
    expect(await known()).toEqual({ name: '', email: `deleted:${friend.uid}` });
    expect((await stale.call('GET', '/v2/me', { caller: friend.caller })).status).toBe(401);
  }, 120_000);

  test('one who was erased beside a move is erased in the copy too, and the directory forgets workspaces that are gone', async () => {
    const [one, two] = databases.map(({ database }) => database);
    const left = { id: 'us_left', email: 'left@example.com' };
    await two!.unscoped.execute(sql`insert into users (id, name, email) values (${left.id}, 'Left', ${left.email})`);
    await two!.unscoped.execute(sql`insert into user_profiles (user_id) values (${left.id})`);
    await settle();
    const [row] = await asked(two!, sql`select name, email from users where id = ${left.id}`);
    expect(row).toEqual({ name: '', email: `deleted:${left.id}` });

    const gone = newTestScope().workspaceUid;
    await one!.unscoped.execute(sql`insert into lookups (kind, key_hash, workspace) values ('agent', 'x', ${gone})`);
    await one!.unscoped.execute(sql`insert into workspace_cells (workspace, cell, epoch) values (${gone}, 'two', 1)`);
    const otherCells = async () => [two!];
    expect(await settleDirectory({ database: one!, systemScope, otherCells })).toBe(1);
    const named = await asked<{ workspace: string }>(one!, sql`select workspace from workspace_cells`);
    expect(named).toEqual([{ workspace: owner.uid }]);
  });

  test('home again, it is served by the first cell', async () => {
    await move(owner.uid, 'main');
    ok(await send(stale, chat, 'And for four days?', newMessageId()));
    await settledMessages(stale, owner, chat);
    expect((await rowsIn(1, owner.uid)).messages).toBe(0);
    expect((await rowsIn(0, owner.uid as WorkspaceUid)).messages).toBe(10);
  }, 300_000);
});
