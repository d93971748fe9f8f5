import { FunctionInput } from '@antiphon/contract/function-parts';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readInputs } from './read-inputs.rules.ts';

const input = (kind: FunctionInput['kind'], more: object = {}) =>
  FunctionInput.parse({ name: 'x', kind, source: 'model', choices: ['Small', 'Large'], ...more });
const read = (kind: FunctionInput['kind'], x: unknown) => readInputs([input(kind)], { x }).values.get('x') ?? null;

test.each<[FunctionInput['kind'], unknown, unknown]>([
  ['text', ' a ', 'a'],
  ['text', 7, '7'],
  ['text', '', null],
  ['text', '\uD800', null],
  ['text', 'a\u0000', null],
  ['text', {}, null],
  ['text', 'x'.repeat(2_001), null],
  ['number', '1.5', 1.5],
  ['number', ' -3 ', -3],
  ['number', '1e9', null],
  ['number', '0x10', null],
  ['number', Number.NaN, null],
  ['number', Number.POSITIVE_INFINITY, null],
  ['number', '', null],
  ['integer', '7', 7],
  ['integer', 7.5, null],
  ['integer', 2 ** 53, null],
  ['boolean', 'TRUE', true],
  ['boolean', false, false],
  ['boolean', 'yes', null],
  ['date', '2028-02-29', '2028-02-29'],
  ['date', '2027-02-29', null],
  ['date', '2027-13-01', null],
  ['date', '1.2.2027', null],
  ['datetime', '2027-03-31T14:00Z', '2027-03-31T14:00Z'],
  ['datetime', '2027-03-31T14:00:00.5+02:00', '2027-03-31T14:00:00.5+02:00'],
  ['datetime', '2027-03-32T14:00Z', null],
  ['datetime', '2027-03-31T25:00Z', null],
  ['datetime', '2027-03-31T14:00', null],
  ['email', 'pat@example.com', 'pat@example.com'],
  ['email', 'pat@example', null],
  ['email', 'a@b@example.com', null],
  ['email', 'pat@example.com\r\nbcc: x', null],
  ['phone', '+1 (555) 010-0000', '+15550100000'],
  ['phone', '5550100', null],
  ['choice', ' small', 'Small'],
  ['choice', 'Medium', null],
  ['list', ['a', ' b '], ['a', 'b']],
  ['list', 'a\n\nb', ['a', 'b']],
  ['list', [1], null],
  ['list', Array(21).fill('a'), null],
])('%s %j is %j', (kind, given, expected) => {
  expect(read(kind, given)).toEqual(expected);
});

it('takes a fixed value from the function, and nothing that was given in its place or beside it', () => {
  const fixed = input('integer', { source: 'fixed', fixedValue: '7' });
  expect([...readInputs([fixed], { x: 9, y: 1 }).values]).toEqual([['x', 7]]);
});

it('says what is missing, and leaves out what need not be there', () => {
  expect(readInputs([input('text')], Object.create({ x: 'inherited' })).faults).toEqual([
    { input: 'x', message: 'Please enter a value.' },
  ]);
  expect(readInputs([input('text', { isRequired: false })], { x: ' ' })).toEqual({ values: new Map(), faults: [] });
});

it('is quick with whatever is given', () => {
  const long = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '@', '.', '-', '1', ' '), minLength: 1_500 }),
    fc.anything(),
  );
  const begun = performance.now();
  fc.assert(
    fc.property(
      long,
      fc.constantFrom<FunctionInput['kind']>('email', 'phone', 'datetime', 'number', 'list', 'choice'),
      (x, kind) => {
        readInputs([input(kind)], { x });
      },
    ),
    { numRuns: 500 },
  );
  expect(performance.now() - begun).toBeLessThan(5_000);
});
