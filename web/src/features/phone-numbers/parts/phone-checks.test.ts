import type { AccountNumber } from '@antiphon/contract/phone-numbers';
import { beforeAll, expect, test } from 'vitest';
import { loadEnglish } from '../../../texts/load-english.ts';
import { type Say, say } from '../../../texts/texts.ts';
import { answeredWords, checkTarget, findNumbers } from './phone-checks.ts';

beforeAll(() => loadEnglish('calls'));

const t: Say<'calls'> = (key, values) => say('calls', key, values);
const own = '+12025550100';
const free: AccountNumber = { number: own, name: 'Harbour', takesCalls: true, answeredBy: '', isImported: false };

test.each([
  ['+1 (202) 555-0177', null],
  ['+12025550100', 'at this number'],
  ['+1 202 555 0100', 'at this number'],
  ['202 555 0177', 'country code'],
  ['911', 'country code'],
  ['', 'country code'],
])('whoever is called at %j', (typed, said) => {
  const problem = checkTarget(t, typed, own);
  if (said === null) expect(problem).toBeNull();
  else expect(problem).toContain(said);
});

test('numbers are found by digits as they are typed, and by what they are called', () => {
  const items = [free, { ...free, number: '+442079460958', name: 'London 24' }];
  const found = (search: string) => findNumbers(items, search).map(({ name }) => name);
  expect(found('+1 (202)')).toEqual(['Harbour']);
  expect(found('lond')).toEqual(['London 24']);
  expect(found('24')).toEqual(['London 24']);
  expect(found(' ')).toEqual(['Harbour', 'London 24']);
  expect(found('paris')).toEqual([]);
});

test('who answers now is said of each number', () => {
  const said = [
    free,
    { ...free, answeredBy: 'trunk' },
    { ...free, answeredBy: 'application' },
    { ...free, answeredBy: 'pbx.example.com' },
    { ...free, takesCalls: false },
    { ...free, isImported: true },
  ].map((one) => answeredWords(t, one));
  expect(new Set(said).size).toBe(6);
  expect(said[3]).toContain('pbx.example.com');
});
