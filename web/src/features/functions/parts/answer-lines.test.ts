import { expect, test } from 'vitest';
import { answerLines, outputOf } from './answer-lines.ts';

const answer = JSON.stringify({
  ok: true,
  'a/b~c': null,
  booking: { number: 'B-7', tags: ['quiet', 'window'], rows: [{ id: 7 }], empty: {} },
});
const linesOf = (text: string) => answerLines(text)?.lines ?? [];
const line = (pointer: string) => linesOf(answer).find((one) => one.pointer === pointer)!;

test('each value is a line with its pointer, and says as what it can be an output', () => {
  expect(linesOf(answer).map(({ pointer, depth, text, kind }) => [pointer, depth, text, kind])).toEqual([
    ['', 0, '{', null],
    ['/ok', 1, 'true', 'boolean'],
    ['/a~1b~0c', 1, 'null', 'text'],
    ['/booking', 1, '{', null],
    ['/booking/number', 2, '"B-7"', 'text'],
    ['/booking/tags', 2, '[', 'list'],
    ['/booking/tags/0', 3, '"quiet"', 'text'],
    ['/booking/tags/1', 3, '"window"', 'text'],
    ['/booking/rows', 2, '[', null],
    ['/booking/rows/0', 3, '{', null],
    ['/booking/rows/0/id', 4, '7', 'number'],
    ['/booking/empty', 2, '{ }', null],
  ]);
});

test('what is no JSON has no lines; a value alone has one', () => {
  for (const text of ['', 'Not now', '{"a":', '<html>']) expect(answerLines(text), text).toBeNull();
  expect(linesOf('"done"')).toEqual([{ pointer: '', depth: 0, key: '', text: '"done"', kind: 'text' }]);
});

test('a long answer is cut, and what is too deep for a pointer is no output', () => {
  const long = answerLines(JSON.stringify(Array.from({ length: 5_000 }, (_, id) => id)));
  expect([long?.lines.length, long?.isCut]).toEqual([1_000, true]);
  const deep = linesOf(`${'[{"a":'.repeat(20)}1${'}]'.repeat(20)}`);
  expect(deep.at(-1)).toMatchObject({ text: '1', kind: null });
});

test('an output is named after its field, as no other is', () => {
  const named = (pointer: string, taken: string[] = []) =>
    outputOf(
      { ...line('/ok'), pointer },
      taken.map((name) => ({ name, kind: 'text', pointer: '', description: '' })),
    ).name;
  expect(named('/booking/bookingNumber')).toBe('booking_number');
  expect(named('/items/0')).toBe('items');
  expect(named('')).toBe('value');
  expect(named('/99 Straßen!')).toBe('stra_en');
  expect(named('/日本')).toBe('value');
  expect(named('/status', ['status', 'status_2'])).toBe('status_3');
  expect(named(`/${'x'.repeat(50)}`, ['x'.repeat(40)])).toBe(`${'x'.repeat(36)}_2`);
  expect(outputOf(line('/booking/tags'), [])).toEqual({
    name: 'tags',
    kind: 'list',
    pointer: '/booking/tags',
    description: '',
  });
});
