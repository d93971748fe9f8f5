import type { LeadId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { firstSame, pairsOf, pairsWith } from './duplicates.rules.ts';

const ids = (text: string) => [...text] as LeadId[];
const told = (...pairs: string[]) => pairs.flatMap((pair) => pairsOf(ids(pair)));

test.each([
  ['ab', [], 'ab'],
  ['cba', [], 'cba'],
  ['ab', ['ba'], ''],
  ['abc', ['ab'], 'ac'],
  ['abc', ['ab', 'ac'], 'bc'],
  ['abc', ['ab', 'ac', 'bc'], ''],
  ['abcd', ['ab', 'cd'], 'ac'],
  ['abcdef', [], 'abcd'],
])('of %s without %s it is %s who may be the same', (all, pairs, expected) => {
  expect(firstSame(ids(all), told(...pairs), 4).join('')).toBe(expected);
});

test('pairs have the smaller id first, whichever way they are given', () => {
  expect(pairsOf(ids('cab')).map((pair) => pair.join(''))).toEqual(['ac', 'bc', 'ab']);
  expect(pairsWith('b' as LeadId, ids('abc')).map((pair) => pair.join(''))).toEqual(['ab', 'bc']);
});
