import { expect, it } from 'vitest';
import { contrastOf, hexToRgb, luminance } from './colour.ts';

it('measures contrast as WCAG does', () => {
  expect(contrastOf('#FFFFFF', '#000000')).toBe(21);
  expect(contrastOf('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
  expect(luminance(hexToRgb('#FF0000'))).toBeCloseTo(0.2126, 4);
});
