import { expect, test } from 'vitest';
import { newDefinition } from './editor-state.ts';
import { toldWords } from './told-words.ts';

const output = { kind: 'text', pointer: '', description: '' } as const;
const definition = {
  ...newDefinition('book_table', 'POST'),
  response: { outputs: ['number', 'days'].map((name) => ({ ...output, name })), success: null },
};

test.each([
  ['Your number is {number}.', { number: 'B-7' }, 'Your number is B-7.'],
  ['On {days}: {number}', { days: ['Monday', 'Friday'], number: 7 }, 'On Monday, Friday: 7'],
  ['Booked {number} today.', { number: null }, 'Booked today.'],
  ['It says {people} {number}', { people: 4, number: 'x' }, 'It says {people} x'],
  ['{number}', { number: '{days}', days: ['Monday'] }, '{days}'],
])('%s', (sentence, values, words) => {
  expect(toldWords(sentence, definition, values)).toBe(words);
});
