import type { Permission } from '@antiphon/contract/permissions';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  auditOf,
  giveSeats,
  joinDirectly,
  mailedLinks,
  makePerson,
  makeWorkspace,
  type Person,
  peopleDeps,
  secretOf,
} from '../../../test/factories/people.ts';
import { openTestDatabases } from '../../../test/harness/database.ts';
import { users } from '../../db/schema/identity.ts';
import { findMembership } from '../workspaces/find-access.ts';
import { getInvitation, joinWorkspace } from './join-workspace.ts';
import { listInvitations, revokeInvitation } from './list-invitations.ts';
import { resendInvitation, sendInvitation } from './send-invitation.ts';

const DAY_MS = 86_400_000;
const origin = 'https://app.example.com';

describe.each(await openTestDatabases())('invitations on $name', ({ database }) => {
  let clock: Date;
  const deps = { ...peopleDeps(database), now: () => clock };
  let workspace: Awaited<ReturnType<typeof makeWorkspace>>;
  let ada: Person;
  beforeEach(async () => {
    clock = new Date();
    workspace = await makeWorkspace(database);
    ada = await makePerson(database);
  });
  const asOwner = () => workspace.as(workspace.owner);
  const invite = (to = ada.email, permissions: Permission[] = ['agents.write'], as = asOwner()) =>
    sendInvitation(deps, as, { to, permissions, origin });
  const linkTo = async (person: Person, at = -1) => (await mailedLinks(database, person.email)).at(at)!;
  const join = async (person: Person, link: URL, email = person.email) =>
    joinWorkspace(deps, person, { uid: workspace.uid, secret: secretOf(link), email });
  const codeOf = (work: Promise<unknown>) =>
    work.then(() => 'done').catch((error) => `${error.code}: ${error.message}`);
  const isMember = async (person: Person) => (await findMembership(deps, person.userId, workspace.uid)) !== null;

  test('are mailed with a link that says whose, joins once, and verifies the address', async () => {
    const invitation = await invite();
    expect(invitation).toMatchObject({ email: ada.email, permissions: ['agents.write'], isExpired: false });
    const link = await linkTo(ada);
    expect(link.origin + link.pathname).toBe(`${origin}/no-auth/workspaces/${workspace.uid}/invite`);
    expect(Object.fromEntries(link.searchParams)).toEqual({ secret: secretOf(link), email: ada.email, region: 'na' });
    await join(ada, link);
    expect(await findMembership(deps, ada.userId, workspace.uid)).toMatchObject({ permissions: ['agents.write'] });
    const [row] = await database.unscoped.select().from(users).where(eq(users.id, ada.userId));
    expect(row?.emailVerified).toBe(true);
    expect(await codeOf(join(ada, link))).toContain('invitation_not_found');
    expect(await auditOf(database, workspace.uid)).toEqual([
      `workspace.create ${workspace.uid}`,
      `invitation.send ${invitation.id}`,
      `member.join ${ada.userId}`,
    ]);
  });

  test('looking at a link, as a mail scanner does, changes nothing', async () => {
    await invite();
    const link = { uid: workspace.uid, secret: secretOf(await linkTo(ada)), email: ada.email };
    for (let look = 0; look < 5; look++)
      expect(await getInvitation(deps, link)).toMatchObject({ email: ada.email, workspaceName: 'Harbour Bikes' });
    expect(await isMember(ada)).toBe(false);
    await join(ada, await linkTo(ada));
    expect(await isMember(ada)).toBe(true);
  });

  test('the secret stands in the database as a hash alone', async () => {
    await invite();
    const secret = secretOf(await linkTo(ada));
    expect(secret).toMatch(/^vi_.{32}$/);
    for (const table of ['invitations', 'emails', 'outbox', 'audit_entries']) {
      const answer = (await database.unscoped.execute(
        sql`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.identifier(table)} t`,
      )) as unknown as { rows: { text: string }[] };
      expect(answer.rows[0]?.text.includes(secret), table).toBe(false);
    }
  });

  test('another account, another address, another workspace or a made-up secret does not join', async () => {
    await invite();
    const link = await linkTo(ada);
    const eve = await makePerson(database);
    expect(await codeOf(join(eve, link, ada.email))).toBe(
      `forbidden: This invitation is for ${ada.email}. Sign in with that address.`,
    );
    expect(await codeOf(join(eve, link))).toContain('invitation_not_found');
    const other = await makeWorkspace(database);
    const elsewhere = { uid: other.uid, secret: secretOf(link), email: ada.email };
    expect(await codeOf(joinWorkspace(deps, ada, elsewhere))).toContain('invitation_not_found');
    const made = { uid: workspace.uid, secret: `vi_${'x'.repeat(32)}`, email: ada.email };
    expect(await codeOf(joinWorkspace(deps, ada, made))).toContain('invitation_not_found');
    expect(await isMember(ada)).toBe(false);
  });

  test('end after 7 days, and begin again when they are sent again', async () => {
    const { id } = await invite();
    clock = new Date(clock.getTime() + 7 * DAY_MS);
    expect(await codeOf(join(ada, await linkTo(ada)))).toContain('invitation_not_found');
    expect((await listInvitations(deps, asOwner()))[0]).toMatchObject({ id, isExpired: true });
    await resendInvitation(deps, asOwner(), { id, origin });
    expect(await codeOf(join(ada, await linkTo(ada, 0)))).toContain('invitation_not_found');
    expect(await codeOf(join(ada, await linkTo(ada)))).toBe('done');
  });

  test('taken back, the link ends; inviting the same address again leaves one invitation', async () => {
    const { id } = await invite();
    const again = await invite(ada.email, ['conversations.reply']);
    expect(again.id).toBe(id);
    expect((await listInvitations(deps, asOwner())).map((one) => one.permissions)).toEqual([['conversations.reply']]);
    await revokeInvitation(deps, asOwner(), id);
    expect(await codeOf(join(ada, await linkTo(ada)))).toContain('invitation_not_found');
    expect(await codeOf(revokeInvitation(deps, asOwner(), id))).toContain('not_found');
    expect(await codeOf(resendInvitation(deps, asOwner(), { id, origin }))).toContain('not_found');
  });

  test('refused: oneself, a member, more than one has, and without the permission', async () => {
    expect(await codeOf(invite(workspace.owner.email))).toBe("invalid_input: You can't invite yourself lol");
    const ben = await joinDirectly(database, workspace.uid, ['members.write']);
    expect(await codeOf(invite(ben.email))).toBe('invalid_input: This person is a member already.');
    expect(await codeOf(invite(ada.email, ['billing.write'], workspace.as(ben, ['members.write'])))).toContain(
      'forbidden',
    );
    expect(await codeOf(invite(ada.email, [], workspace.as(ben, ['agents.write'])))).toContain('forbidden');
    expect(await mailedLinks(database, ada.email)).toEqual([]);
  });

  test('refused when no seat is left, for who invites and for who joins', async () => {
    await invite();
    await joinDirectly(database, workspace.uid);
    await joinDirectly(database, workspace.uid);
    expect(await codeOf(invite('late@example.com'))).toBe(
      'seat_limit_reached: You have reached the maximum number of seats',
    );
    expect(await codeOf(join(ada, await linkTo(ada)))).toBe(
      'seat_limit_reached: Failed to add user to workspace, workspace does not have enough seats',
    );
    // The refused joining has used nothing up.
    await giveSeats(database, workspace.uid, 1);
    expect(await codeOf(join(ada, await linkTo(ada)))).toBe('done');
  });

  test('twenty who join at once on one free seat: one does', async () => {
    const crowded = await makeWorkspace(database, { seats: 17 });
    const people: Person[] = [];
    for (let index = 0; index < 20; index++) people.push(await makePerson(database));
    for (const { email } of people)
      await sendInvitation(deps, crowded.as(crowded.owner), { to: email, permissions: [], origin });
    await giveSeats(database, crowded.uid, -1);
    const secrets = await Promise.all(
      people.map(async ({ email }) => secretOf((await mailedLinks(database, email)).at(-1))),
    );
    const answers = await Promise.all(
      people.map((person, index) =>
        codeOf(joinWorkspace(deps, person, { uid: crowded.uid, secret: secrets[index]!, email: person.email })),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(answers.filter((answer) => answer.startsWith('seat_limit_reached'))).toHaveLength(19);
    const rows = (await database.unscoped.execute(
      sql`select count(*)::int as n from workspace_members where workspace_uid = ${crowded.uid}`,
    )) as unknown as { rows: { n: number }[] };
    expect(rows.rows[0]?.n).toBe(2);
  });
});
