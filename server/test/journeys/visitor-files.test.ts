import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newMessageId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLocalDisk } from '../../src/adapters/local-disk/local-disk.ts';
import { makeSystemScope } from '../../src/db/make-scope.ts';
import { purgeUnnamedFiles } from '../../src/domain/uploads/purge-unnamed-files.ts';
import { type Chat, createAgent, type Owner, ok, publish, signUp, startChat } from '../factories/api-factory.ts';
import { makeAgency } from '../factories/client-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const HOUR = 60 * 60_000;

describe.each(await openJourneyDatabases())('files of visitors on $name', async ({ database }) => {
  const api = await startTestApi(database, { REGIONS: 'na' });
  afterAll(() => api.stop());
  let owner: Owner;
  let agentId = '';
  beforeAll(async () => {
    owner = await signUp(api);
    agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
  });

  const form = (name: string, text: string) => {
    const body = new FormData();
    body.set('file', new File([text], name));
    return body;
  };
  const addTo = (chat: Chat, text = 'hello', name = 'note.txt') =>
    api.call('POST', `/public/conversations/${chat.conversationId}/files`, {
      caller: chat.visitor,
      body: form(name, text),
    });
  const documentOf = (text: string) => {
    const body = form('facts.txt', text);
    body.set('kind', 'file');
    return api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body });
  };
  const totals = async () => {
    const { rows } = (await database.unscoped.execute(
      sql`select purpose, bytes::int from file_totals where workspace_uid = ${owner.uid} order by purpose`,
    )) as unknown as { rows: { purpose: string; bytes: number }[] };
    return Object.fromEntries(rows.map(({ purpose, bytes }) => [purpose, bytes]));
  };
  const summed = async (purpose: string) => {
    const { rows } = (await database.unscoped.execute(
      sql`select coalesce(sum(bytes), 0)::int as bytes from files where workspace_uid = ${owner.uid}
          and case when conversation_id is not null then 'visitor' when agent_id is not null then 'document' else 'other' end = ${purpose}`,
    )) as unknown as { rows: { bytes: number }[] };
    return rows[0]!.bytes;
  };
  const leaveRoom = (purpose: string, bytes: number, max: number) =>
    database.unscoped.execute(
      sql`update file_totals set bytes = ${max - bytes} where workspace_uid = ${owner.uid} and purpose = ${purpose}`,
    );
  const statuses = async (calls: Promise<{ status: number }>[]) => {
    const answers = await Promise.all(calls);
    return [201, 413].map((status) => answers.filter((answer) => answer.status === status).length);
  };

  test('those of a workspace have so many bytes together, however many come at once', async () => {
    const chats = await Promise.all(Array.from({ length: 8 }, () => startChat(api, agentId)));
    ok(await addTo(chats[0]!));
    const before = await totals();
    expect(before.visitor).toBe(await summed('visitor'));
    await leaveRoom('visitor', 3 * 100 + 50, limits.visitorFileBytesMax);
    expect(await statuses(chats.map((chat) => addTo(chat, 'x'.repeat(100))))).toEqual([3, 5]);
    await leaveRoom('visitor', limits.visitorFileBytesMax - before.visitor! - 300, limits.visitorFileBytesMax);
    expect((await totals()).visitor).toBe(await summed('visitor'));
  });

  test('those of a conversation have so many bytes together', async () => {
    const [chat, other] = [await startChat(api, agentId), await startChat(api, agentId)];
    const { id } = ok(await addTo(chat));
    await database.unscoped.execute(
      sql`update files set bytes = ${limits.conversationFileBytesMax - 150} where id = ${id}`,
    );
    expect(await statuses(Array.from({ length: 4 }, () => addTo(chat, 'x'.repeat(100))))).toEqual([1, 3]);
    const refused = await addTo(chat, 'x'.repeat(100));
    expect(refused.body).toMatchObject({ code: 'too_large', message: expect.stringContaining('100 MB') });
    expect((await addTo(other, 'x'.repeat(100))).status).toBe(201);
    await database.unscoped.execute(sql`update files set bytes = 5 where id = ${id}`);
  });

  test('documents of a workspace have so many bytes together, and what is deleted makes room', async () => {
    const first = ok(await documentOf('A first fact.'));
    expect((await totals()).document).toBe(13);
    await leaveRoom('document', 20, limits.documentFileBytesMax);
    expect(await statuses([documentOf('A second fact'), documentOf('A third fact.')])).toEqual([1, 1]);
    ok(await api.call('DELETE', `/v2/agents/${agentId}/knowledge/${first.id}`, { caller: owner.key }));
    expect((await documentOf('A fourth fact')).status).toBe(201);
  });

  test('what no message names is gone after an hour, with its bytes', async () => {
    const chat = await startChat(api, agentId);
    const [named, forgotten, late] = [ok(await addTo(chat)), ok(await addTo(chat)), ok(await addTo(chat))];
    const body = { id: newMessageId(), text: 'See this.', fileIds: [named.id] };
    ok(await api.call('POST', `/public/conversations/${chat.conversationId}/messages`, { caller: chat.visitor, body }));
    await database.unscoped.execute(
      sql`update files set unnamed_since = now() - interval '2 hours' where id in (${named.id}, ${forgotten.id})`,
    );
    const folder = join(api.dataDir, 'uploads');
    const stored = async () => (await readdir(join(folder, database.region))).length;
    const before = await stored();
    const purge = () =>
      purgeUnnamedFiles(
        { database: database.background, fileStore: makeLocalDisk(folder), systemScope: makeSystemScope('test') },
        new Date(Date.now() - HOUR),
      );
    await purge();
    await purge();
    const statusOf = async ({ id }: { id: string }) => (await api.call('GET', `/files/${id}`)).status;
    expect([await statusOf(named), await statusOf(forgotten), await statusOf(late)]).toEqual([200, 404, 200]);
    expect(await stored()).toBe(before - 1);
  });

  test('they are served on the platform’s host and on those of their own workspace', async () => {
    const [own, foreign] = [await makeAgency(api), await makeAgency(api)];
    const agent = await createAgent(api, own.owner);
    await publish(api, own.owner, agent);
    const { id } = ok(await addTo(await startChat(api, agent)));
    const status = async (host?: string) =>
      (await api.call('GET', `/files/${id}`, { caller: host ? { host } : {} })).status;
    expect([await status(), await status(own.host), await status(foreign.host)]).toEqual([200, 200, 404]);
    // A photo goes where its person goes.
    await database.unscoped.execute(sql`update files set is_photo = true where id = ${id}`);
    expect(await status(foreign.host)).toBe(200);
  });
});
