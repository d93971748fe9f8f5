import { expect, it } from 'vitest';
import { matchesWords } from './match-words.ts';

it.each([
  ['Switch theme', '', true],
  ['Switch theme', 'the', true],
  ['Switch theme', 'sw th', true],
  ['Switch theme', 'heme', false],
  ['Switch theme', 'theme x', false],
  ['Nächste Schritte', 'nachste', true],
  ['Changer de thème', 'THEME', true],
  ['تبديل المظهر', 'المظهر', true],
])('"%s" for "%s": %s', (label, query, expected) => {
  expect(matchesWords(label, query)).toBe(expected);
});
