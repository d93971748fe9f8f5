import { contrast } from '@antiphon/contract/colour';
import { expect, test } from 'vitest';
import { type Hsl, luminance, parseTriple, primaryOf, standOut, textOn } from './palette.ts';
import { GROUND } from './theme.ts';

test('triples, and nothing else, are colours', () => {
  expect(parseTriple('222 58% 43%')).toEqual([222, 58, 43]);
  expect(parseTriple('222, 58%, 43%')).toEqual([222, 58, 43]);
  expect(parseTriple('222deg 58.5% 43%')).toEqual([222, 58.5, 43]);
  for (const bad of ['red', '#fff', '1 2 3', '1 2% 3%); color: red', '1.2.3 4% 5%', '', null, undefined])
    expect(parseTriple(bad)).toBeNull();
});

test('a broken theme falls back to the default', () => {
  expect(primaryOf('{')).toEqual(primaryOf(''));
  expect(primaryOf('{"primary":"10 20% 30%"}')).toEqual([10, 20, 30]);
});

test('text on any colour has at least 4.5:1', () => {
  for (let hue = 0; hue < 360; hue += 15)
    for (let saturation = 0; saturation <= 100; saturation += 20)
      for (let lightness = 0; lightness <= 100; lightness += 4) {
        const ground: Hsl = [hue, saturation, lightness];
        const text = textOn(ground) === '#fff' ? 1 : 0;
        expect(contrast(luminance(ground), text)).toBeGreaterThanOrEqual(4.5);
      }
});

test('a link stands out from its ground, light or dark', () => {
  for (const ground of [0.88, 0.019])
    for (let hue = 0; hue < 360; hue += 30)
      for (const lightness of [3, 50, 97])
        expect(contrast(luminance(standOut([hue, 90, lightness], ground, 4.5)), ground)).toBeGreaterThanOrEqual(4.5);
});

/** `--bubble` of styles/surface.css: #f3f2ee and #26292e. */
const BUBBLES = { light: [48, 17.24, 94.31], dark: [217.5, 9.52, 16.47] } as const;

test.each(['light', 'dark'] as const)('a link in any colour can be read on the bubble: %s', (scheme) => {
  for (let hue = 0; hue < 360; hue += 15)
    for (const lightness of [5, 50, 81]) {
      const link = luminance(standOut([hue, 74, lightness], GROUND[scheme], 4.6));
      expect(contrast(link, luminance(BUBBLES[scheme])), `${hue} ${lightness}`).toBeGreaterThanOrEqual(4.5);
    }
});

test('a mid red carries white text, as it does in the dashboard', () => {
  expect(textOn([0, 73.85, 53.53])).toBe('#fff');
});

test('luminance agrees with the standard', () => {
  expect(luminance([0, 0, 100])).toBeCloseTo(1, 5);
  expect(luminance([0, 0, 0])).toBe(0);
  expect(luminance([0, 100, 50])).toBeCloseTo(0.2126, 4);
});
