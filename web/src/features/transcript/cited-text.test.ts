import { expect, test } from 'vitest';
import { citedParts, withoutMarks } from './cited-text.ts';

const source = { number: 1, documentId: 'd', title: 'Prices', url: null, headingPath: [], excerpt: '28 euros' };

test('a mark becomes the source it names, and is not shown where there is none', () => {
  expect(citedParts('28 euros a day [1]. Ring 2[2]!', [source])).toEqual(['28 euros a day ', source, '. Ring 2!']);
  expect(citedParts('28 euros a day [1].', [])).toEqual(['28 euros a day.']);
  expect(citedParts('', [source])).toEqual([]);
});

test('a line of a list names no sources', () => {
  expect(withoutMarks('28 euros a day [1], 120 a week [2][12]. An array[0]')).toBe(
    '28 euros a day, 120 a week. An array',
  );
});
