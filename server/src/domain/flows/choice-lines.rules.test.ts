import { expect, it } from 'vitest';
import { choiceLines } from './choice-lines.rules.ts';
import { pickChoice } from './hear-visitor.rules.ts';

const choices = [
  { id: 'book', label: 'Book a *table*' },
  { id: 'hours', label: 'Hours' },
  { id: 'else', label: 'Else' },
];

it('lists buttons where there are none, says how to choose in the language of the visitor, and its numbers are understood', () => {
  expect(choiceLines(choices, 'de-AT')).toBe(
    '1. Book a \\*table\\*\n2. Hours\n3. Else\n\nAntworten Sie mit 1, 2 oder 3.',
  );
  expect(choiceLines(choices.slice(0, 1), 'xx')).toBe('1. Book a \\*table\\*\n\nReply 1.');
  expect(choiceLines([], 'en')).toBe('');
  for (const [at, { id }] of choices.entries())
    expect(pickChoice(choices, { text: ` ${at + 1}. `, choiceId: null })?.id).toBe(id);
});
