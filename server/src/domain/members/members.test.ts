import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  actor,
  auditOf,
  joinDirectly,
  makePerson,
  makeWorkspace,
  type Person,
  peopleDeps,
} from '../../../test/factories/people.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { makeScope } from '../../db/make-scope.ts';
import { findMembership, listMemberships } from '../workspaces/find-access.ts';
import { listMembers } from './list-members.ts';
import { leaveWorkspace, removeMember } from './remove-member.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { updateMember } from './update-member.ts';

describe.each(await openTestDatabases())('members on $name', ({ database }) => {
  const deps = peopleDeps(database);
  let workspace: Awaited<ReturnType<typeof makeWorkspace>>;
  let ben: Person;
  beforeEach(async () => {
    workspace = await makeWorkspace(database);
    ben = await joinDirectly(database, workspace.uid, ['agents.write']);
  });
  const asOwner = () => workspace.as(workspace.owner);
  const access = (person: Person) => findMembership(deps, person.userId, workspace.uid);
  const codeOf = (work: Promise<unknown>) =>
    work.then(() => 'done').catch((error) => `${error.code}: ${error.message}`);

  test('are listed with what they may do, the owner first, and the seats that are taken', async () => {
    const { usersPerms, seats } = await listMembers(deps, asOwner());
    expect(
      usersPerms.map(({ userId, isOwner, isSelf, permissions }) => [userId, isOwner, isSelf, permissions.length]),
    ).toEqual([
      [workspace.owner.userId, true, true, 8],
      [ben.userId, false, false, 1],
    ]);
    expect(seats).toEqual({ used: 2, total: 3 });
  });

  test('what a member may do is replaced, counts at the next look, and stands in the audit log', async () => {
    const permissions: Permission[] = ['conversations.reply', 'agents.publish', 'agents.publish'];
    await updateMember(deps, asOwner(), { userId: ben.userId, permissions });
    expect((await access(ben))?.permissions).toEqual(['agents.publish', 'conversations.reply']);
    expect((await auditOf(database, workspace.uid)).at(-1)).toBe(`member.update ${ben.userId}`);
  });

  test('who manages members cannot give more than they have, to others or themselves', async () => {
    const manager = workspace.as(await joinDirectly(database, workspace.uid), ['members.write']);
    const give = (userId: UserId, permissions: Permission[]) =>
      codeOf(updateMember(deps, manager, { userId, permissions }));
    expect(await give(ben.userId, ['agents.write', 'billing.write'])).toContain('forbidden');
    expect(await give(manager.userId!, ['members.write', 'billing.write'])).toContain('your own');
    expect(await give(workspace.owner.userId, [])).toContain('has all permissions');
    expect(await give(ben.userId, ['agents.write', 'members.write'])).toBe('done');
  });

  test('a removed member has no access from the next look on; their own workspace stays', async () => {
    await removeMember(deps, asOwner(), ben.userId);
    expect(await access(ben)).toBeNull();
    expect((await listMemberships(deps, ben.userId)).map((one) => one.workspace.uid)).toEqual([ben.userId]);
    expect(await codeOf(removeMember(deps, asOwner(), ben.userId))).toContain('not_found');
  });

  test('nobody removes themselves or the owner; nobody removes members of another workspace', async () => {
    expect(await codeOf(removeMember(deps, asOwner(), workspace.owner.userId))).toBe(
      'forbidden: You cannot remove yourself from the workspace.',
    );
    const manager = workspace.as(ben, ['members.write']);
    expect(await codeOf(removeMember(deps, manager, workspace.owner.userId))).toContain('cannot be removed');
    const other = await makeWorkspace(database);
    expect(await codeOf(removeMember(deps, other.as(other.owner), ben.userId))).toContain('not_found');
    expect(await codeOf(removeMember(deps, workspace.as(ben, ['agents.write']), ben.userId))).toContain('forbidden');
  });

  test('a member leaves; the owner and a key cannot', async () => {
    expect(await codeOf(leaveWorkspace(deps, asOwner()))).toContain('Make another member the owner first.');
    expect(await codeOf(leaveWorkspace(deps, { ...asOwner(), userId: null }))).toContain('forbidden');
    await leaveWorkspace(deps, workspace.as(ben, []));
    expect(await access(ben)).toBeNull();
    expect((await auditOf(database, workspace.uid)).at(-1)).toBe(`member.leave ${ben.userId}`);
  });

  test('ownership goes to a member, in person and with the name typed; the old owner stays a member', async () => {
    const name = 'Harbour Bikes';
    const give = (as: ReturnType<typeof asOwner>, userId: UserId, workspaceName = name) =>
      codeOf(transferOwnership(deps, as, { userId, workspaceName }));
    expect(await give(asOwner(), ben.userId, 'harbour')).toContain('invalid_input');
    expect(await give({ ...asOwner(), userId: null }, ben.userId)).toContain('forbidden');
    expect(await give(workspace.as(ben), ben.userId)).toContain('forbidden');
    expect(await give(asOwner(), (await makePerson(database)).userId)).toContain('not_found');
    expect(await give(asOwner(), ben.userId)).toBe('done');
    const { usersPerms } = await listMembers(deps, workspace.as(ben));
    expect(usersPerms.map(({ userId, isOwner, permissions }) => [userId, isOwner, permissions.length])).toEqual([
      [workspace.owner.userId, false, 8],
      [ben.userId, true, 8],
    ]);
    expect((await auditOf(database, workspace.uid)).at(-1)).toBe(`workspace.transfer ${workspace.uid}`);
    expect(await give(asOwner(), ben.userId)).toContain('forbidden');
    await removeMember(deps, workspace.as(ben), workspace.owner.userId);
    expect(await access(workspace.owner)).toBeNull();
  });

  test('a personal workspace is given to nobody, and its person is never locked out of it', async () => {
    const memberships = await listMemberships(deps, ben.userId);
    const own = memberships.find(({ workspace: { ownerUserId } }) => ownerUserId === ben.userId)?.workspace;
    const scope = makeScope(own!.uid);
    const guest = await joinDirectly(database, own!.uid);
    const input = { userId: guest.userId, workspaceName: own!.workspaceName };
    expect(await codeOf(transferOwnership(deps, actor(scope, ben), input))).toContain('personal workspace');
    expect(await codeOf(removeMember(deps, actor(scope, guest), ben.userId))).toContain('cannot be removed');
    expect(await codeOf(leaveWorkspace(deps, actor(scope, ben)))).toContain('forbidden');
  });
});
