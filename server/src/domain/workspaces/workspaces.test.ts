import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@antiphon/contract/limits';
import type { Permission } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { auditOf, joinDirectly, makePerson, makeWorkspace, peopleDeps } from '../../../test/factories/people.ts';
import { openTestDatabases, testSystemScope } from '../../../test/harness/database.ts';
import { makeReadingVendors } from '../../../test/harness/reading-deps.ts';
import { createAgent } from '../agents/create-agent.ts';
import { sendInvitation } from '../invitations/send-invitation.ts';
import { addPhoto } from '../uploads/add-photo.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { eraseWorkspace } from './erase-workspace.ts';
import { findKeyOwner, findMembership, listMemberships, workspaceExists } from './find-access.ts';
import { getWorkspace } from './get-workspace.ts';
import { rotateSecret, saveWorkspace } from './update-workspace.ts';

const reading = await makeReadingVendors([]);
afterAll(() => reading.close());

const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error) => `${error.code}: ${error.message}`);

describe.each(await openTestDatabases())('workspaces on $name', ({ database }) => {
  const deps = { ...peopleDeps(database), ...reading.vendors };
  const files = () => (existsSync(join(reading.folder, 'na')) ? readdirSync(join(reading.folder, 'na')) : []);

  /** Every row of every table that names the workspace. */
  async function rowsOf(uid: string): Promise<string[]> {
    const tables = (await database.unscoped.execute(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('workspace_uid') order by 1`)) as unknown as {
      rows: { name: string }[];
    };
    const found: string[] = [];
    for (const { name } of [...tables.rows, { name: 'workspaces' }]) {
      const column = sql.identifier(name === 'workspaces' ? 'uid' : 'workspace_uid');
      const answer = (await database.unscoped.execute(
        sql`select t::text as text from ${sql.identifier(name)} t where ${column} = ${uid}`,
      )) as unknown as { rows: { text: string }[] };
      found.push(...answer.rows.map(({ text }) => `${name}: ${text}`));
    }
    return found;
  }

  test('a further one has 15 characters, the welcome credits and its creator as owner', async () => {
    const person = await makePerson(database);
    const made = await createWorkspace(deps, person.userId, 'Second');
    expect(made).toMatchObject({ workspaceName: 'Second', isOwn: false, loadTokens: limits.newWorkspaceCredits });
    expect(made.uid).toMatch(/^[0-9A-Za-z]{15}$/);
    expect(made.abilities).toMatchObject({ canDelete: true, canTransfer: true, canLeave: false });
    const [own] = (await listMemberships(deps, person.userId)).filter(
      ({ workspace }) => workspace.uid === (person.userId as string),
    );
    const read = await getWorkspace(deps, {
      client: null,
      scope: deps.makeScope(own!.workspace.uid),
      userId: person.userId,
      permissions: own!.permissions,
    });
    expect(read).toMatchObject({ isOwn: true, abilities: { canDelete: false, canTransfer: false } });
  });

  test('nobody owns more than the most, also not by ten calls at once', async () => {
    const person = await makePerson(database);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => codeOf(createWorkspace(deps, person.userId, `W ${index}`))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(limits.workspacesOwnedMax);
    expect(answers.filter((answer) => answer.startsWith('workspace_limit_reached'))).toHaveLength(5);
  });

  test('a key is made by who has every permission, for it has them all', async () => {
    const { as, owner, uid } = await makeWorkspace(database);
    const member = await joinDirectly(database, uid);
    expect(await codeOf(rotateSecret(deps, as(member, ['credentials.write'])))).toContain('forbidden');
    const secret = await rotateSecret(deps, as(owner));
    expect(secret).toMatch(/^vg_.{17}$/);
    expect(await findKeyOwner(deps, secret)).toBe(uid);
  });

  test('a name and a photo are saved apart, by who manages the workspace', async () => {
    const { as, owner, uid } = await makeWorkspace(database);
    const photo = `/api/na/files/fil_${'a'.repeat(22)}`;
    await saveWorkspace(deps, as(owner), { workspacePhotoURL: photo });
    const saved = await saveWorkspace(deps, as(owner), { workspaceName: 'Renamed' });
    expect(saved).toMatchObject({ workspaceName: 'Renamed', workspacePhotoURL: photo });
    const rest: Permission[] = ['agents.write', 'billing.write'];
    expect(await codeOf(saveWorkspace(deps, as(owner, rest), { workspaceName: 'x' }))).toContain('forbidden');
    expect((await auditOf(database, uid)).filter((line) => line.startsWith('workspace.update'))).toHaveLength(2);
  });

  test('a deleted one is reached by nobody at once, and a job leaves nothing of it but who deleted it', async () => {
    const { as, owner, uid, scope } = await makeWorkspace(database, { seats: 5, name: 'canary-workspace' });
    const member = await joinDirectly(database, uid);
    const key = await rotateSecret(deps, as(owner));
    const agent = await createAgent(deps, as(owner), 'canary-agent');
    const to = 'canary@example.com';
    await sendInvitation(deps, as(owner), { to, permissions: [], origin: 'https://app.example.com' });
    const before = files();
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await addPhoto(deps, scope, new File([new Uint8Array(png)], 'canary.png'));
    expect(files().length).toBe(before.length + 1);

    expect(await codeOf(deleteWorkspace(deps, as(member)))).toContain('forbidden');
    expect(await codeOf(deleteWorkspace(deps, { ...as(owner), userId: null }))).toContain('forbidden');
    await eraseWorkspace(deps, scope);
    expect((await rowsOf(uid)).length).toBeGreaterThan(10);

    await deleteWorkspace(deps, as(owner));
    for (const person of [owner, member]) expect(await findMembership(deps, person.userId, uid)).toBeNull();
    expect(await findKeyOwner(deps, key)).toBeNull();
    expect(await workspaceExists(deps, uid)).toBe(false);
    const state = (await database.unscoped.execute(
      sql`select deleted_at is not null as gone from agents where id = ${agent.ID}`,
    )) as unknown as { rows: { gone: boolean }[] };
    expect(state.rows[0]?.gone).toBe(true);
    expect(await codeOf(deleteWorkspace(deps, as(owner)))).toContain('not_found');

    await eraseWorkspace(deps, scope);
    await eraseWorkspace(deps, scope);
    expect(await rowsOf(uid)).toEqual([expect.stringContaining('workspace.delete')]);
    expect((await rowsOf(uid)).join().includes('canary')).toBe(false);
    expect(files()).toEqual(before);
  });

  test('the personal one cannot be deleted', async () => {
    const person = await makePerson(database);
    const [own] = await listMemberships(deps, person.userId);
    const member = {
      scope: deps.makeScope(own!.workspace.uid),
      userId: person.userId,
      permissions: own!.permissions,
      client: null,
    };
    expect(await codeOf(deleteWorkspace(deps, member))).toContain('personal workspace');
    expect(await findMembership(deps, person.userId, null)).not.toBeNull();
  });

  test('money and audit of a living workspace are deleted by nobody, the system included', async () => {
    const { uid } = await makeWorkspace(database);
    for (const table of ['credit_transfers', 'credit_accounts', 'usage_entries', 'audit_entries']) {
      await database.transaction(testSystemScope, (tx) => tx.execute(sql`delete from ${sql.identifier(table)}`));
      expect(
        (await rowsOf(uid)).some((row) => row.startsWith(`${table}:`)),
        table,
      ).toBe(true);
    }
  });
});
