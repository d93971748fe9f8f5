import { expect, it } from 'vitest';
import { makeKeyReader, nameOf, type Press } from './key-matching.ts';

const press = (change: Partial<Press>): Press => ({
  key: 'k',
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...change,
});

it.each<[string, Partial<Press>, string | null]>([
  ['a letter', {}, 'k'],
  ['Control', { ctrlKey: true }, 'mod+k'],
  ['Command', { metaKey: true }, 'mod+k'],
  ['Control and Shift', { ctrlKey: true, shiftKey: true, key: 'K' }, 'mod+shift+k'],
  ['an Arabic layout', { ctrlKey: true, key: 'ن' }, 'mod+k'],
  ['a question mark, wherever the layout has it', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['AltGr writes a character', { ctrlKey: true, altKey: true, key: '@', code: 'KeyQ' }, null],
  ['Alt belongs to the browser', { altKey: true }, null],
  ['Shift alone', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, null],
])('%s', (_case, change, expected) => {
  expect(nameOf(press(change))).toBe(expected);
});

it('two keys after each other count within a second', () => {
  const wanted = ['g a', 'g u', 'c', '?'];
  const read = makeKeyReader();
  expect(read('g', 0, wanted)).toBeNull();
  expect(read('a', 999, wanted)).toBe('g a');
  expect(read('a', 1_000, wanted)).toBeNull();
  expect(read('g', 2_000, wanted)).toBeNull();
  expect(read('a', 3_000, wanted)).toBeNull();
  expect(read('g', 4_000, wanted)).toBeNull();
  expect(read('c', 4_100, wanted)).toBe('c');
  expect(read('a', 4_200, wanted)).toBeNull();
});
