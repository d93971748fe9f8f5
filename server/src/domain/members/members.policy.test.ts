import type { UserId } from '@antiphon/contract/ids';
import { PERMISSIONS, type Permission } from '@antiphon/contract/permissions';
import { expect, test } from 'vitest';
import { demandMayChange, demandMayGive, demandMayRemove, memberAbilities } from './members.policy.ts';

const actor = (...permissions: Permission[]) => ({ userId: 'me' as UserId, permissions });
const other = (userId: string, isOwner = false) => ({ userId: userId as UserId, isOwner });

test.each<[what: string, own: Permission[], before: Permission[], after: Permission[], refused: string | null]>([
  ['gives what they have', ['members.write', 'agents.write'], [], ['agents.write'], null],
  ['takes what they have', ['members.write', 'agents.write'], ['agents.write'], [], null],
  ['leaves alone what they do not have', ['members.write'], ['billing.write'], ['billing.write'], null],
  ['gives more than they have', ['members.write'], [], ['billing.write'], 'not billing.write'],
  ['takes more than they have', ['members.write'], ['billing.write'], [], 'not billing.write'],
  ['may not manage members', ['agents.write'], [], ['agents.write'], 'not allowed'],
])('who %s', (_what, own, before, after, refused) => {
  const work = () => demandMayGive(actor(...own), before, after);
  if (refused === null) expect(work).not.toThrow();
  else expect(work).toThrow(refused);
});

test('nobody changes or removes the owner or themselves, and the abilities say the same', () => {
  const manager = actor(...PERMISSIONS);
  expect(memberAbilities(manager, other('you'))).toEqual({ canChange: true, canRemove: true });
  for (const one of [other('me'), other('you', true)])
    expect(memberAbilities(manager, one)).toEqual({ canChange: false, canRemove: false });
  expect(() => demandMayChange(manager, other('you', true))).toThrow('has all permissions');
  expect(() => demandMayChange(manager, other('me'))).toThrow('your own');
  expect(() => demandMayRemove(manager, other('me', true))).toThrow('You cannot remove yourself from the workspace.');
  expect(() => demandMayRemove(manager, other('you', true))).toThrow('cannot be removed');
  expect(memberAbilities(actor('agents.write'), other('you'))).toEqual({ canChange: false, canRemove: false });
});
