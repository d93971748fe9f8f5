import { expect, it } from 'vitest';
import { type FlowDocument, type FlowHistory, NO_HISTORY, remember, stepAgain, stepBack } from './flow-history.ts';

const at = (greeting: string): FlowDocument => ({ flow: null, greeting, systemPrompt: '' });

it('goes back and forth through what was changed', () => {
  const one = remember(NO_HISTORY, at('a'), '', 0);
  const two = remember(one, at('b'), '', 0);
  const back = stepBack(two, at('c'))!;
  expect(back.shown.greeting).toBe('b');
  const further = stepBack(back.history, back.shown)!;
  expect(further.shown.greeting).toBe('a');
  expect(stepBack(further.history, further.shown)).toBeNull();
  expect(stepAgain(further.history, further.shown)!.shown.greeting).toBe('b');
});

it('takes keys that follow each other in one field as one change, and forgets what was undone at the next change', () => {
  let history: FlowHistory = NO_HISTORY;
  for (const [index, typed] of ['', 'H', 'He', 'Hel'].entries())
    history = remember(history, at(typed), 'greeting', index * 200);
  expect(history.past.map(({ greeting }) => greeting)).toEqual(['']);
  const later = remember(history, at('Hell'), 'greeting', 5_000);
  const other = remember(later, at('Hello'), 'prompt', 5_100);
  expect(other.past.map(({ greeting }) => greeting)).toEqual(['', 'Hell', 'Hello']);
  const back = stepBack(other, at('Hello'))!;
  expect(remember(back.history, back.shown, '', 6_000).future).toEqual([]);
});

it('keeps the last hundred', () => {
  let history: FlowHistory = NO_HISTORY;
  for (let index = 0; index < 150; index += 1) history = remember(history, at(String(index)), '', index);
  expect(history.past).toHaveLength(100);
  expect(history.past[0]!.greeting).toBe('50');
});
