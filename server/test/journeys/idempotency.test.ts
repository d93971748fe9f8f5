import { setTimeout as wait } from 'node:timers/promises';
import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { purgeIdempotencyKeys, runOnce } from '../../src/http/idempotency.ts';
import { createAgent, type Owner, ok, signUp } from '../factories/api-factory.ts';
import { startTestApi, until } from '../harness/api.ts';
import { newTestScope, openJourneyDatabases } from '../harness/database.ts';

describe.each(await openJourneyDatabases())('Idempotency-Key on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(api.stop);
  const owner = await signUp(api);
  const newKey = () => ({ 'idempotency-key': randomText(20) });
  const create = (headers: Record<string, string>, title: string, by: Owner = owner) =>
    api.call('POST', `/v2/workspaces/${by.uid}/agents`, { caller: by.key, body: { title }, headers });
  const countAgents = async (title: string) =>
    ok(await api.call('GET', `/v2/workspaces/${owner.uid}/agents?search=${title}`, { caller: owner.key })).items.length;

  test('the same key twice makes one agent, and both answers are the same', async () => {
    const headers = newKey();
    const [first, second] = [await create(headers, 'Twice'), await create(headers, 'Twice')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await countAgents('Twice')).toBe(1);
  });

  test('what the work wakes, and what it leaves running, is no part of it: the answer is told again', async () => {
    const agentId = await createAgent(api, owner);
    const headers = newKey();
    const body = { kind: 'text', title: 'Hours', text: 'From nine to five.' };
    const add = () => api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body, headers });
    const first = await add();
    const isRead = async () => {
      const { items } = ok(await api.call('GET', `/v2/agents/${agentId}/knowledge`, { caller: owner.key }));
      return items[0]?.state === 'SUCCESS';
    };
    await until(isRead, Boolean);
    expect(await add()).toMatchObject({ status: 201, body: first.body });
    const request = { key: randomText(20), hash: 'same' };
    const scope = newTestScope();
    const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
    let left: Promise<unknown> | undefined;
    const leaving = async () => {
      const change = sql`create temporary table left_behind (n int)`;
      left = isLet.then(() => database.transaction(scope, (tx) => tx.execute(change)));
      return 'done';
    };
    expect(await runOnce(database, scope, request, leaving)).toBe('done');
    letGo();
    await left;
    expect(await runOnce(database, scope, request, async () => 'again')).toBe('done');
  });

  test('sent ten times at once, it makes one agent; who comes too early is told to wait', async () => {
    const headers = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(headers, 'Parallel')));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(await countAgents('Parallel')).toBe(1);
  });

  test('what answers piece by piece is done as often as it is sent', async () => {
    const headers = newKey();
    const { ID } = ok(await create(newKey(), 'Exported'));
    const exported = () =>
      api.call('POST', `/v2/agents/${ID}/leads/exports`, { caller: owner.key, body: { matching: {} }, headers });
    for (const answer of [await exported(), await exported()])
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('isLast') });
  });

  test('an import that is sent again is written once, and what came of it is told again', async () => {
    const { ID } = ok(await create(newKey(), 'Imported'));
    const headers = newKey();
    const send = (name: string, under = headers) => {
      const form = new FormData();
      form.append('file', new File([`Name\n${name}\n`], 'people.csv'));
      form.append('options', JSON.stringify({ targets: ['name'], onDuplicate: 'merge' }));
      return api.call('POST', `/v2/agents/${ID}/leads/imports`, { caller: owner.key, body: form, headers: under });
    };
    for (const answer of [await send('Kim Berg'), await send('Kim Berg')])
      expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('"created":1') });
    expect((await send('Vera Lind')).text).toContain('idempotency_mismatch');
    const other = newKey();
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => send('Noor Hale', other)));
    for (const { text } of atOnce) expect(text).toMatch(/"created":1|"code":"conflict"/);
    expect(ok(await api.call('GET', `/v2/agents/${ID}/leads`, { caller: owner.key })).total).toBe(2);
  });

  test('another body, path or person under the same key is refused', async () => {
    const headers = newKey();
    const { ID } = ok(await create(headers, 'First'));
    const refused = { status: 409, body: { code: 'idempotency_mismatch' } };
    expect(await create(headers, 'Other')).toMatchObject(refused);
    expect(await api.call('POST', `/v2/agents/${ID}/publish`, { caller: owner.key, body: {}, headers })).toMatchObject(
      refused,
    );
    const bySession = { caller: owner.caller, body: { title: 'First' }, headers };
    expect(await api.call('POST', `/v2/workspaces/${owner.uid}/agents`, bySession)).toMatchObject(refused);
    expect(await countAgents('Other')).toBe(0);
  });

  test('a key belongs to its workspace: another’s is another key', async () => {
    const headers = newKey();
    const other = await signUp(api);
    expect(ok(await create(headers, 'Mine')).ID).not.toBe(ok(await create(headers, 'Mine', other)).ID);
  });

  test('a failure frees the key', async () => {
    const headers = newKey();
    expect(await create(headers, '')).toMatchObject({ status: 400 });
    expect(await create(headers, 'Now right')).toMatchObject({ status: 201 });
  });

  test('files count by their bytes', async () => {
    const agentId = await createAgent(api, owner);
    const headers = newKey();
    const add = (text: string) => {
      const body = new FormData();
      body.set('kind', 'file');
      body.set('file', new File([text], 'hours.txt'));
      return api.call('POST', `/v2/agents/${agentId}/knowledge`, { caller: owner.key, body, headers });
    };
    const first = ok(await add('Open from nine.'));
    expect(ok(await add('Open from nine.')).id).toBe(first.id);
    expect(await add('Open from ten.')).toMatchObject({ status: 409 });
  });

  test('an answer that shows a secret is not kept: each sending makes a new one', async () => {
    const person = await signUp(api);
    const headers = newKey();
    const rotate = async () =>
      ok(await api.call('POST', `/v2/workspaces/${person.uid}/secret`, { caller: person.caller, headers }))
        .workspaceSecret;
    expect(await rotate()).not.toBe(await rotate());
  });

  test('a key that is none is refused', async () => {
    expect(await create({ 'idempotency-key': 'k'.repeat(201) }, 'Long')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  test('a request that died before its answer may run again after two minutes; after a day keys are forgotten', async () => {
    const headers = newKey();
    ok(await create(headers, 'Died'));
    const age = (minutes: number) =>
      database.unscoped.execute(sql`
        update idempotency_keys set status = null, answer = null, created_at = now() - make_interval(mins => ${minutes})
        where key = ${headers['idempotency-key']}`);
    await age(1);
    expect(await create(headers, 'Died')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await age(3);
    ok(await create(headers, 'Died'));
    expect(await countAgents('Died')).toBe(2);
    await purgeIdempotencyKeys(database, new Date(Date.now() + 25 * 60 * 60 * 1_000));
    const left = (await database.unscoped.execute(sql`select 1 from idempotency_keys`)) as unknown as {
      rows: unknown[];
    };
    expect(left.rows).toEqual([]);
  });

  test('an answer that cannot be stored frees nothing: what was done is not done again', async () => {
    await database.unscoped.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin
      if new.status = 200 then raise exception 'the disk is full'; end if; return new; end $$`);
    await database.unscoped.execute(
      sql`create trigger refuse before update on idempotency_keys for each row execute function refuse()`,
    );
    onTestFinished(async () => {
      await database.unscoped.execute(sql`drop trigger if exists refuse on idempotency_keys`);
      await database.unscoped.execute(sql`drop function if exists refuse`);
    });
    const headers = newKey();
    expect(await create(headers, 'Unnoted')).toMatchObject({ status: 201 });
    expect(await create(headers, 'Unnoted')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await countAgents('Unnoted')).toBe(1);
  });

  test.each([
    ['before it changed anything is run again', sql`select 1`, 2],
    ['after it changed something is not', sql`insert into canned_counts values (1)`, 1],
  ])('a request whose process died %s', async (_, statement, runs) => {
    await database.unscoped.execute(sql`create table canned_counts (n int)`);
    await database.unscoped.execute(sql`grant insert on canned_counts to app_tenant`);
    onTestFinished(async () => void (await database.unscoped.execute(sql`drop table canned_counts`)));
    const scope = newTestScope();
    const request = { key: randomText(20), hash: 'same' };
    let ran = 0;
    const dying = async () => {
      ran += 1;
      await database.transaction(scope, (tx) => tx.execute(statement));
      // Nobody hears of it again.
      if (ran === 1) await new Promise(() => {});
      return 'done';
    };
    void runOnce(database, scope, request, dying);
    const again = () => runOnce(database, scope, request, dying).catch(({ code }: { code: string }) => code);
    await until(
      async () => ran,
      (count) => count === 1,
    );
    await wait(200);
    expect(await again()).toBe('conflict');
    await database.unscoped.execute(
      sql`update idempotency_keys set created_at = now() - interval '3 min' where key = ${request.key}`,
    );
    expect(await again()).toBe(runs === 2 ? 'done' : 'conflict');
    expect(ran).toBe(runs);
  });
});
