import { FunctionInput } from '@antiphon/contract/function-parts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wasSaid } from './said-values.rules.ts';

const TODAY = '2026-11-28';
const kindOf = (kind: FunctionInput['kind']) => FunctionInput.parse({ name: 'a', kind, source: 'said' });

test.each<[FunctionInput['kind'], string | number | string[], string, boolean]>([
  ['text', 'A-1234', 'my order is a 1234, please', true],
  ['text', 'Zum Löwen', 'at "ZUM LÖWEN" tonight', true],
  ['text', 'art', 'a cart', false],
  ['text', 'B-7', 'my order is B-8', false],
  ['email', 'pat@example.com', 'I am PAT@example.com', true],
  ['email', 'eve@evil.test', 'I am pat@example.com', false],
  ['phone', '+12135550100', 'call (213) 555-0100', true],
  ['phone', '+12135550199', 'call (213) 555-0100', false],
  ['integer', 4, 'for four of us', true],
  ['integer', 4, 'for 14 of us', false],
  ['number', 1.5, '1,5 kg', true],
  ['date', '2026-12-03', 'on December 3rd', true],
  ['date', '2026-12-04', 'on December 3rd', false],
  ['datetime', '2026-12-03T19:00:00Z', 'December 3rd at 7pm', true],
  ['datetime', '2026-12-03T20:00:00Z', 'December 3rd at 7pm', false],
  ['choice', 'large', 'the LARGE one', true],
  ['list', ['milk', 'bread'], 'bread and milk', true],
  ['list', ['milk', 'gold'], 'bread and milk', false],
])('%s %j in %j: %s', (kind, value, message, expected) => {
  expect(wasSaid(kindOf(kind), value, ['Hello', message], TODAY)).toBe(expected);
});

test('what stands in a message was said, and nothing was where there is none', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  fc.assert(
    fc.property(word, word, word, (before, value, after) => {
      expect(wasSaid(kindOf('text'), value, [`${before} "${value.toUpperCase()}", ${after}`], TODAY)).toBe(true);
      expect(wasSaid(kindOf('text'), value, [], TODAY)).toBe(false);
      expect(
        wasSaid(kindOf('text'), `${value}x`, [`${before} ${value} ${after}`.replaceAll(`${value}x`, '')], TODAY),
      ).toBe(false);
    }),
  );
});
