import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { createAgent, publish, signUp } from '../../../test/factories/api-factory.ts';
import { joinDirectly } from '../../../test/factories/people.ts';
import { startTestApi, until } from '../../../test/harness/api.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { purgeErasedPeople } from '../identity/erase-person.ts';

describe.each(await openTestDatabases())('accounts on $name', async ({ database }) => {
  const api = await startTestApi(database);
  afterAll(api.stop);

  test('the export holds what is known of the person, and nothing of others or secret', async () => {
    const [owner, other] = [await signUp(api), await signUp(api)];
    await joinDirectly(database, other.uid as never);
    await database.unscoped.execute(
      sql`insert into workspace_members (workspace_uid, user_id, permissions) values (${other.uid}, ${owner.uid}, '["agents.write"]')`,
    );
    const { status, body, text } = await api.call('GET', '/v2/users/me/export', { caller: owner.caller });
    expect(status).toBe(200);
    expect(body).toMatchObject({ person: { email: owner.email }, sessions: [{ isCurrent: true }] });
    expect(body.memberships).toHaveLength(2);
    expect(body.memberships).toContainEqual(
      expect.objectContaining({ workspaceUid: other.uid, isOwner: false, permissions: ['agents.write'] }),
    );
    expect(text).not.toContain(other.email);
    for (const secret of [owner.key.bearer, owner.password, owner.caller.cookie?.split('=')[1]])
      expect(text).not.toContain(secret);
  });

  test('deletion needs the own address and a fresh sign-in, and then ends everything', async () => {
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const end = (email: string) => api.call('DELETE', '/v2/users/me', { caller: owner.caller, body: { email } });
    expect(await end('somebody.else@example.com')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    await database.unscoped.execute(
      sql`update sessions set created_at = now() - interval '11 minutes' where user_id = ${owner.uid}`,
    );
    expect(await end(owner.email)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    // As the region switch makes one, whatever the age of the session it came from.
    await database.unscoped.execute(
      sql`update sessions set created_at = now(), way = 'region' where user_id = ${owner.uid}`,
    );
    expect(await end(owner.email)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    await database.unscoped.execute(sql`update sessions set way = 'password' where user_id = ${owner.uid}`);
    expect((await end(owner.email.toUpperCase())).status).toBe(200);

    expect((await api.call('GET', '/v2/me', { caller: owner.caller })).status).toBe(401);
    expect((await api.call('GET', `/v2/workspaces/${owner.uid}`, { caller: owner.key })).status).toBe(401);
    expect((await api.call('GET', `/public/agents/${agentId}`, {})).status).toBe(404);
    const credentials = { email: owner.email, password: owner.password };
    const headers = { origin: api.origin };
    expect((await api.call('POST', '/auth/sign-in/email', { body: credentials, headers })).status).toBeGreaterThan(399);
    const people = await database.unscoped.execute(sql`select name, email from users where id = ${owner.uid}`);
    expect(JSON.stringify(people)).not.toContain(owner.email);
    // The job takes the workspace away, and the next round the empty person.
    const rowsLeft = async () => {
      await purgeErasedPeople({ database, systemScope: testSystemScope });
      const left = (await database.unscoped.execute(sql`select id from users where id = ${owner.uid}`)) as unknown as {
        rows: unknown[];
      };
      return left.rows.length;
    };
    await until(rowsLeft, (left) => left === 0);
    // The address is free again.
    const again = { ...credentials, name: 'Olga' };
    expect((await api.call('POST', '/auth/sign-up/email', { body: again, headers })).status).toBe(200);
  });

  test('a workspace with others in it must be handed over first, and nothing has changed', async () => {
    const owner = await signUp(api);
    await joinDirectly(database, owner.uid as never);
    const refused = await api.call('DELETE', '/v2/users/me', { caller: owner.caller, body: { email: owner.email } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'workspaces_shared' } });
    expect(refused.body.message).toContain('Personal ');
    expect((await api.call('GET', '/v2/me', { caller: owner.caller })).status).toBe(200);
  });
});
