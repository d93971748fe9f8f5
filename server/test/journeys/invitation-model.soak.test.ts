import { Failure } from '@antiphon/contract/errors';
import type { Permission } from '@antiphon/contract/permissions';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { getInvitation, joinWorkspace } from '../../src/domain/invitations/join-workspace.ts';
import { listInvitations, revokeInvitation } from '../../src/domain/invitations/list-invitations.ts';
import { resendInvitation, sendInvitation } from '../../src/domain/invitations/send-invitation.ts';
import { listMembers } from '../../src/domain/members/list-members.ts';
import { leaveWorkspace, removeMember } from '../../src/domain/members/remove-member.ts';
import { mailedLinks, makePerson, makeWorkspace, type Person, peopleDeps, secretOf } from '../factories/people.ts';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { InvitationModel } from './invitation-model.ts';

const DAY_MS = 86_400_000;
/** The embedded database takes a sixth of a second for each; what it can do wrong, PostgreSQL does too. */
const SEQUENCES = { embedded: amount(150, 30), postgres: amount(600, 100) };
const who = fc.nat({ max: 3 });
const permissions = fc.constantFrom<Permission[]>([], ['agents.write'], ['members.write', 'agents.publish']);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('invite' as const), who, permissions }) },
  {
    weight: 8,
    // Which of the links that were ever mailed, and whether it is its addressee who opens it.
    arbitrary: fc.record({ do: fc.constant('join' as const), link: fc.nat({ max: 20 }), who, isOwn: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resend' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'leave' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 4, 7) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const answerOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

/** One sequence on a workspace of its own, with one free seat or two for four people. */
async function follow(database: Database, people: Person[], seats: number, steps: Step[], fault = {}) {
  let clock = new Date('2026-11-30T12:00:00Z');
  const deps = { ...peopleDeps(database), now: () => clock };
  const { uid, owner, as, scope } = await makeWorkspace(database, { seats: seats - 3 });
  const admin = as(owner);
  const model = new InvitationModel(owner.email, seats, fault);
  const links: { secret: string; email: string }[] = [];
  const keepLink = async (email: string) =>
    links.push({ secret: secretOf((await mailedLinks(database, email)).at(-1)), email });
  const idOf = async (email: string) =>
    (await listInvitations(deps, admin)).find((one) => one.email === email)?.id ?? ('inv_none' as never);
  const origin = 'https://app.example.com';
  for (const step of steps) {
    if (step.do === 'wait') {
      model.wait(step.days);
      clock = new Date(clock.getTime() + step.days * DAY_MS);
      continue;
    }
    const person = people[step.who]!;
    const { email } = person;
    let [answer, expected] = ['', ''];
    if (step.do === 'invite') {
      expected = model.invite(email, step.permissions);
      answer = await answerOf(sendInvitation(deps, admin, { to: email, permissions: step.permissions, origin }));
    } else if (step.do === 'resend') {
      expected = model.resend(email);
      answer = await answerOf(resendInvitation(deps, admin, { id: await idOf(email), origin }));
    } else if (step.do === 'revoke') {
      expected = model.revoke(email);
      answer = await answerOf(revokeInvitation(deps, admin, await idOf(email)));
    } else if (step.do === 'join') {
      if (links.length === 0) continue;
      const link = links[step.link % links.length]!;
      const opener = step.isOwn ? people.find((one) => one.email === link.email)! : person;
      expected = model.join(opener.email, step.link % links.length, link.email);
      // Looked at first, as the page and mail scanners do.
      await answerOf(getInvitation(deps, { uid, ...link }));
      answer = await answerOf(joinWorkspace(deps, opener, { uid, ...link }));
    } else {
      expected = model.remove(email);
      answer = await answerOf(
        step.do === 'remove'
          ? removeMember(deps, admin, person.userId)
          : leaveWorkspace(deps, { scope, userId: person.userId, permissions: [], client: null }),
      );
    }
    expect(answer).toBe(expected);
    if (answer === 'done' && (step.do === 'invite' || step.do === 'resend')) await keepLink(email);
  }
  const { usersPerms } = await listMembers(deps, admin);
  expect(new Set(usersPerms.map((member) => member.email))).toEqual(new Set(model.members.keys()));
  for (const member of usersPerms.filter(({ isOwner }) => !isOwner))
    expect(new Set(member.permissions)).toEqual(new Set(model.members.get(member.email)));
  const listed = (await listInvitations(deps, admin)).map((one) => `${one.email} ${one.isExpired ? 'ended' : 'open'}`);
  expect(listed.toSorted()).toEqual(model.invitations());
}

const sequences = fc.tuple(fc.constantFrom(2, 3), fc.array(step, { minLength: 4, maxLength: 14 }));
const newPeople = async (database: Database) => {
  const people: Person[] = [];
  for (let index = 0; index < 4; index++) people.push(await makePerson(database));
  return people;
};

describe.each(await openJourneyDatabases())('invitations on $name', ({ database }) => {
  const numRuns = SEQUENCES[database.kind];

  test(`${numRuns} seeded sequences agree with the model`, async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async ([seats, steps]) => follow(database, await newPeople(database), seats, steps)),
      { numRuns, seed: 20_261_121 },
    );
  }, 900_000);

  test('planted: the same sequences tell a model without seats apart', async () => {
    const wrong = fc.assert(
      fc.asyncProperty(sequences, async ([seats, steps]) =>
        follow(database, await newPeople(database), seats, steps, { forgetsSeats: true }),
      ),
      { numRuns: 100, seed: 20_261_121, endOnFailure: true },
    );
    await expect(wrong).rejects.toThrow('Property failed');
  }, 300_000);
});
