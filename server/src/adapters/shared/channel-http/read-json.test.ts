import { describe, expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const read = (text: string, most = 1_000_000) => readJson(new TextEncoder().encode(text), most);

describe('what a provider told', () => {
  test('is read as it is, brackets within texts too', () => {
    const told = { text: '[[[{"\\"[', list: [{ deep: [[1]] }], more: '[{'.repeat(100) };
    expect(read(JSON.stringify(told))).toEqual(told);
  });

  test.each(['', '{', 'null]', `${'['.repeat(41)}${']'.repeat(41)}`, `${'{"a":'.repeat(41)}1${'}'.repeat(41)}`])(
    '%j is nothing',
    (text) => expect(read(text)).toBeNull(),
  );

  test('is nothing where it is longer than it may be', () => {
    expect(read('"abc"', 5)).toBe('abc');
    expect(read('"abcd"', 5)).toBeNull();
  });
});
