import { describe, expect, test } from 'vitest';
import { adaptedSchemes, BUBBLES, brandColours, GROUNDS, makePalette, textOn } from './brand-palette.ts';
import { contrastOf } from './colour.ts';

/** The same 1,000 colours each time (a linear congruential generator), and those that are hardest. */
function* colours(): Generator<string> {
  yield* [
    '#FFFDE7',
    '#FFFF00',
    '#FEFEFE',
    '#FFFFFF',
    '#000000',
    '#0B0B0F',
    '#17181C',
    '#777777',
    '#757575',
    '#FF00FF',
    '#E03131',
  ];
  for (let index = 0, seed = 20_261_121; index < 1_000; index += 1) {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield `#${(seed >>> 8).toString(16).padStart(6, '0').toUpperCase()}`;
  }
}

describe('a palette', () => {
  test('has ten steps of one hue, lightness 95 and 90 down to 10, reversed in dark', () => {
    const light = makePalette('#2E5AAC', false);
    expect(light.map((step) => Number(/ ([\d.]+)%$/.exec(step)?.[1]))).toEqual([
      95, 90, 80, 70, 60, 50, 40, 30, 20, 10,
    ]);
    expect(makePalette('#2E5AAC', true)).toEqual(light.toReversed());
  });
});

describe.each(['light', 'dark'] as const)('any colour in the %s scheme', (scheme) => {
  // Planted: text on the fill always white -> fails from the first yellow on.
  test('carries text that can be read, 4.5 to 1: on the fill, on its hover, on every step', () => {
    for (const hex of colours()) {
      const { fill, onFill, gradientTo, fillHover, onFillHover, steps } = brandColours(hex, scheme);
      expect(contrastOf(fill, onFill), `${hex} fill`).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(gradientTo, onFill), `${hex} gradient`).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(fillHover, onFillHover), `${hex} hover`).toBeGreaterThanOrEqual(4.5);
      for (const step of steps) expect(contrastOf(step, textOn(step)), `${hex} ${step}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  // Planted: the quiet ground left out where `text` is found -> fails, in a mid red among others.
  test('is readable as text on page, surfaces, bubbles and its quiet ground, 4.5 to 1; its outline is seen, 3 to 1', () => {
    for (const hex of colours()) {
      const { text, edge, soft } = brandColours(hex, scheme);
      for (const ground of [...GROUNDS[scheme], BUBBLES[scheme], soft])
        expect(contrastOf(text, ground), `${hex} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      for (const ground of GROUNDS[scheme])
        expect(contrastOf(edge, ground), `${hex} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
});

test('the chosen colour is kept where it can be; that it was adapted is said', () => {
  expect(adaptedSchemes('#2E72D2')).toEqual([]);
  expect(brandColours('#2E72D2', 'light').fill).toBe('#2E72D2');
  expect(adaptedSchemes('#FFFDE7')).toEqual(['light']);
  expect(brandColours('#FFFDE7', 'light')).toMatchObject({ fill: '#FFFDE7', onFill: '#17181C' });
  expect(adaptedSchemes('#0B0B0F')).toEqual(['dark']);
  expect(brandColours('#0B0B0F', 'dark').fill).not.toBe('#0B0B0F');
});
