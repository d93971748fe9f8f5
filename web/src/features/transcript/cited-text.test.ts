import { expect, test } from 'vitest';
import { citedParts } from './cited-text.ts';

const source = { number: 1, documentId: 'd', title: 'Prices', url: null, headingPath: [], excerpt: '28 euros' };

test('a mark becomes the source it names, and stays text where there is none', () => {
  expect(citedParts('28 euros a day [1]. Ring 2[2]!', [source])).toEqual([
    '28 euros a day ',
    source,
    '. Ring 2',
    '[2]',
    '!',
  ]);
  expect(citedParts('', [source])).toEqual([]);
});
