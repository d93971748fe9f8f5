import type { AccessScope } from '@antiphon/contract/access-keys';
import type { AccessKeyId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { actor, auditOf, joinDirectly, makeWorkspace, peopleDeps } from '../../../test/factories/people.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { createAccessKey } from './create-access-key.ts';
import { findAccessKey } from './find-access-key.ts';
import { listAccessKeys } from './list-access-keys.ts';
import { revokeAccessKey } from './revoke-access-key.ts';

const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error) => error.code);

describe.each(await openTestDatabases())('access keys on $name', ({ database }) => {
  const deps = peopleDeps(database);
  const make = (member: Member, scopes: AccessScope[] = [], days = 90) =>
    createAccessKey(deps, member, { name: 'Assistant', scopes, days });
  const find = (secret: string, now = new Date()) => findAccessKey(deps, secret, now);
  const DAY = 86_400_000;

  const makeOwner = async () => {
    const { as, owner } = await makeWorkspace(database);
    return as(owner);
  };
  const joined = async ({ scope }: Member, permissions: Permission[]) =>
    actor(scope, await joinDirectly(database, scope.workspaceUid, permissions), permissions);

  test('a key is shown once, kept as a hash, and found with what its person may do', async () => {
    const owner = await makeOwner();
    const { accessKey, secret } = await make(owner, ['agents.write', 'read']);
    expect(secret).toMatch(/^ak_[0-9A-Za-z]{40}$/);
    expect(accessKey).toMatchObject({ scopes: ['read', 'agents.write'], last4: secret.slice(-4), isMine: true });
    expect(Date.parse(accessKey.expiresAt) - Date.parse(accessKey.createdAt)).toBe(90 * DAY);
    const { rows } = (await database.unscoped.execute(sql`select t::text as text from access_keys t`)) as unknown as {
      rows: { text: string }[];
    };
    expect(rows.map(({ text }) => text).join(), 'the key stands in no column').not.toContain(secret.slice(3));
    expect(await find(secret)).toMatchObject({
      workspaceUid: owner.scope.workspaceUid,
      userId: owner.userId,
      scopes: ['read', 'agents.write'],
      permissions: owner.permissions,
    });
    for (const other of [`${secret.slice(0, -1)}!`, `ak_${'x'.repeat(40)}`, `vg_${secret.slice(3)}`, ''])
      expect(await find(other), other).toBeNull();
  });

  test('nobody gives away what they may not do, and the workspace key makes none', async () => {
    const owner = await makeOwner();
    const writer = await joined(owner, ['agents.write']);
    expect(await codeOf(make(writer, ['knowledge.write', 'agents.write', 'conversations.read']))).toBe('done');
    expect(await codeOf(make(writer, ['agents.publish']))).toBe('forbidden');
    expect(await codeOf(make({ ...owner, userId: null }))).toBe('forbidden');
    expect(await codeOf(make({ ...owner, accessKeyId: 'akey_x' as AccessKeyId })), 'no key makes another').toBe(
      'forbidden',
    );
  });

  test('its person’s permissions are those of now, and it goes with the membership', async () => {
    const owner = await makeOwner();
    const writer = await joined(owner, ['agents.write']);
    const { secret } = await make(writer, ['agents.write']);
    const where = sql`workspace_uid = ${owner.scope.workspaceUid} and user_id = ${writer.userId}`;
    await database.unscoped.execute(sql`update workspace_members set permissions = '[]' where ${where}`);
    expect(await find(secret)).toMatchObject({ permissions: [] });
    await database.unscoped.execute(sql`delete from workspace_members where ${where}`);
    expect(await find(secret)).toBeNull();
    await database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
      values (${owner.scope.workspaceUid}, ${writer.userId}, '["agents.write"]')`);
    expect(await find(secret), 'joining again does not bring it back').toBeNull();
  });

  test('it ends when it was to end', async () => {
    const owner = await makeOwner();
    const { accessKey, secret } = await make(owner, [], 1);
    const end = Date.parse(accessKey.expiresAt);
    expect(await find(secret, new Date(end - 1))).toMatchObject({ id: accessKey.id });
    expect(await find(secret, new Date(end))).toBe('expired');
  });

  test('when it was used is written once a minute', async () => {
    const owner = await makeOwner();
    const { secret } = await make(owner);
    const lastUsed = async () => (await listAccessKeys(deps, owner))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    const start = Date.now();
    const at = (ms: number) => new Date(start + ms).toISOString();
    await find(secret, new Date(start));
    expect(await lastUsed()).toBe(at(0));
    // Planted: it is written at each call -> caught here.
    await find(secret, new Date(start + 59_000));
    expect(await lastUsed()).toBe(at(0));
    await find(secret, new Date(start + 60_001));
    expect(await lastUsed()).toBe(at(60_001));
  });

  test('everybody sees and revokes their own; who manages members, all of them', async () => {
    const owner = await makeOwner();
    const [one, other] = [await joined(owner, []), await joined(owner, [])];
    const [ofOne, ofOwner] = [await make(one), await make(owner)];
    expect((await listAccessKeys(deps, one)).map(({ id }) => id)).toEqual([ofOne.accessKey.id]);
    expect(await listAccessKeys(deps, other)).toEqual([]);
    expect(await listAccessKeys(deps, owner)).toMatchObject([{ isMine: true }, { isMine: false }]);
    expect(await codeOf(revokeAccessKey(deps, other, ofOne.accessKey.id))).toBe('not_found');
    expect(await codeOf(revokeAccessKey(deps, one, ofOwner.accessKey.id))).toBe('not_found');
    expect(await find(ofOne.secret)).not.toBeNull();
    await revokeAccessKey(deps, owner, ofOne.accessKey.id);
    expect(await find(ofOne.secret)).toBeNull();
    const audit = await auditOf(database, owner.scope.workspaceUid);
    expect(audit).toContain(`access_key.create ${ofOne.accessKey.id}`);
    expect(audit).toContain(`access_key.revoke ${ofOne.accessKey.id}`);
  });

  test('a person has so many, however many are asked for at once', async () => {
    const owner = await makeOwner();
    const asked = await Promise.all(Array.from({ length: limits.accessKeysMax + 5 }, () => codeOf(make(owner))));
    // Planted: they are counted before the workspace's audit lock is taken -> caught here, on PostgreSQL.
    expect(asked.filter((code) => code === 'done')).toHaveLength(limits.accessKeysMax);
    expect(asked.filter((code) => code === 'access_key_limit_reached')).toHaveLength(5);
    expect(await codeOf(make(await joined(owner, [])))).toBe('done');
  });
});
