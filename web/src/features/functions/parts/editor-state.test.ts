import type { HttpFunction } from '@antiphon/contract/functions';
import { newFunctionId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { definitionOf, edit, hasEdits, newDefinition, startEditing } from './editor-state.ts';

const saved: HttpFunction = {
  ...newDefinition('find_order', 'GET'),
  id: newFunctionId(),
  edition: 1,
  revision: null,
  hasChanges: true,
  changedAt: '2026-03-01T00:00:00.000Z',
};
const named = (name: string) => ({ type: 'changed', change: (draft: HttpFunction) => ({ ...draft, name }) }) as never;

test('what is typed is an edit until it is typed back, discarded or saved', () => {
  const typed = edit(startEditing(saved), named('find_orders'));
  expect(hasEdits(typed)).toBe(true);
  expect(hasEdits(edit(typed, named('find_order')))).toBe(false);
  expect(edit(typed, { type: 'discarded' })).toEqual(startEditing(saved));
  const next = { ...saved, name: 'find_orders', edition: 2 };
  expect(edit(typed, { type: 'saved', saved: next, sent: typed.draft })).toEqual(startEditing(next));
});

test('what was typed while it was saved stays, on top of what was saved', () => {
  const sent = { ...definitionOf(saved), name: 'find_orders' };
  const typed = edit(startEditing(saved), named('find_my_orders'));
  const next = edit(typed, { type: 'saved', saved: { ...saved, ...sent, edition: 2 }, sent });
  expect([next.base?.edition, next.draft.name, hasEdits(next)]).toEqual([2, 'find_my_orders', true]);
});

test('what is read again takes the place of what is shown, unless something was typed or it is older', () => {
  const read = { ...saved, description: 'Finds orders.', edition: 3 };
  const state = startEditing({ ...saved, edition: 2 });
  expect(edit(state, { type: 'read', read }).draft.description).toBe('Finds orders.');
  expect(edit(state, { type: 'read', read: { ...read, edition: 1 } })).toBe(state);
  const typed = edit(state, named('other'));
  expect(edit(typed, { type: 'read', read })).toBe(typed);
});

test('of two savings the person chooses one', () => {
  const theirs = { ...saved, description: 'Theirs', edition: 5 };
  const met = edit(edit(startEditing(saved), named('mine')), { type: 'conflicted', theirs });
  const kept = edit(met, { type: 'keptMine' });
  expect([kept.base?.edition, kept.draft.name, kept.theirs]).toEqual([5, 'mine', null]);
  expect(edit(met, { type: 'tookTheirs' })).toEqual(startEditing(theirs));
  expect(edit(met, { type: 'undecided' }).draft.name).toBe('mine');
});
