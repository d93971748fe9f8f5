import { expect, test } from 'vitest';
import { beforePrice, calledAmong } from './called-units.rules.ts';
import { unitsOf } from './passage-units.rules.ts';

const calledIn = (text: string, word: string) =>
  [...calledAmong([unitsOf(text)], (words) => (words.has(word) ? 1 : 0))].map((unit) => unit.text);

test.each([
  [
    'Treatment | Price\nPorcelain crown | $980\nImplant with crown: see below',
    'crown',
    ['Porcelain crown | $980', 'Implant with crown: see below'],
  ],
  ['Treatment | Price\nPorcelain crown | $980', 'treatment', []],
  ['| Course | Price |\n| --- | --- |\n| Glazing workshop | $40 |', 'glazing', ['| Glazing workshop | $40 |']],
  ['- Parking: 5 euros a day\n- Breakfast: 12 euros', 'parking', ['Parking: 5 euros a day']],
  ['One implant costs from 1,900 dollars, including the crown.', 'crown', []],
])('a row, an item or a line has the name it begins with: %s', (text, word, called) => {
  expect(calledIn(text, word)).toEqual(called);
});

test.each([' ', 'a', '1', '12 ', '| ', 'a: ', '5 hours ', '$1,'])('a megabyte of %j is read at once', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  const read = (of: string) => {
    beforePrice(of);
  };
  read('once, for patterns are compiled');
  const before = performance.now();
  read(text);
  expect(performance.now() - before).toBeLessThan(50);
});
