import { expect, test } from 'vitest';
import { demandStorable } from './storable-input.ts';

const nested = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'x');

test.each([
  ['text of any language', { text: 'كم؟ 👩🏽‍🔧 𝒳\n\t' }],
  ['nothing', undefined],
  ['a list in an object', { a: [1, null, { b: true }] }],
  ['thirty levels', nested(30)],
  ['a file, whatever it holds', { file: new File(['\u0000'], 'a.bin') }],
])('takes %s', (_name, input) => {
  expect(() => demandStorable(input)).not.toThrow();
});

test.each([
  ['NUL', { a: { b: 'x\u0000y' } }, 'a.b'],
  ['half a pair', { a: '\ud83d' }, 'a'],
  ['NUL in a name', { 'a\u0000': 1 }, ''],
  ['a list without end', { a: new Array(20_000_000).fill(1) }, 'a'],
  ['ten thousand names', Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`k${at}`, 1])), ''],
  ['endless nesting', nested(400_000), expect.stringMatching(/^0\.0\./)],
])('refuses %s and says where', (_name, input, path) => {
  expect(() => demandStorable(input)).toThrow(
    expect.objectContaining({ code: 'invalid_input', issues: [{ path, message: expect.any(String) }] }),
  );
});
