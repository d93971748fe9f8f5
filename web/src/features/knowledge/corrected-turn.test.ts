import type { Citation } from '@antiphon/contract/events';
import { expect, test } from 'vitest';
import { answerText, answerToKeep, questionBefore } from './corrected-turn.ts';

const said = (role: 'visitor' | 'agent' | 'operator' | 'system', text: string) => ({ role, text });

test('the question of an answer is what was written since the answer before', () => {
  const messages = [
    said('agent', 'Hello!'),
    said('visitor', 'Hi'),
    said('agent', 'What would you like to know?'),
    said('visitor', 'Do you sell helmets?\n'),
    said('system', 'A person was asked for.'),
    said('visitor', 'For children'),
    said('agent', 'No.'),
  ];
  expect(messages.map((_, index) => questionBefore(messages, index))).toEqual([
    ...['', '', 'Hi', '', 'Do you sell helmets?', 'Do you sell helmets?', 'Do you sell helmets? For children'],
  ]);
});

test('an answer loses the numbers of its sources, and no others', () => {
  const citations = [1, 2].map((number) => ({ number }) as Citation);
  expect(answerText({ text: 'From 9 to 17. [1]\n\nBikes [and locks] [2]\n[3]', citations })).toBe(
    'From 9 to 17.\n\nBikes [and locks]\n[3]',
  );
});

test('a correction starts from what was answered, and from nothing where it was not known', () => {
  const answer = { text: 'From 9 to 17. [1]', citations: [{ number: 1 } as Citation] };
  expect(answerToKeep({ ...answer, isUnknown: false })).toBe('From 9 to 17.');
  expect(answerToKeep({ text: 'I do not know.', citations: [], isUnknown: true })).toBe('');
});
