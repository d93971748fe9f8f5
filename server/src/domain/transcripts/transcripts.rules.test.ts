import { expect, test } from 'vitest';
import { toPattern, toWords } from './transcripts.rules.ts';

test('signs that a pattern reads as more than themselves are taken as they are', () => {
  expect(toPattern('100%_A\\')).toBe('%100\\%\\_a\\\\%');
});

test('letters whose capital is not theirs alone may be any', () => {
  expect(toPattern('ΟΔΟΣ ς 5\u00b5m Straße')).toBe('%οδο_ _ 5_m straße%');
});

test('capitals are those of the letters that are looked for', () => {
  expect(toWords('GRÖßE Öl')).toEqual({ words: 'größe öl', letters: 'ö', capitals: 'Ö' });
});
