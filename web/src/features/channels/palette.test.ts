import { CustomTheme } from '@antiphon/contract/agents';
import { hexToHsl, hslToHex, makePalette } from '@antiphon/contract/brand-palette';
import { describe, expect, it } from 'vitest';
import { makeCustomTheme, primaryHex } from './palette.ts';

describe('a typed colour', () => {
  it('comes back from the stored triple with the same digits', () => {
    for (let value = 0; value < 0x1000000; value += 9_973) {
      const hex = `#${value.toString(16).padStart(6, '0').toUpperCase()}`;
      expect(primaryHex(makeCustomTheme(hex, 'light'))).toBe(hex);
    }
  });

  it('is read and written as HSL', () => {
    expect(hexToHsl('#FF0000')).toEqual([0, 100, 50]);
    expect(hexToHsl('#808080').slice(0, 2)).toEqual([0, 0]);
    expect(hslToHex([120, 100, 25])).toBe('#008000');
  });
});

describe('the palette', () => {
  it('has ten steps of one hue, lightness 95 and 90 down to 10', () => {
    const lightness = makePalette('#2E5AAC', false).map((step) => Number(/ ([\d.]+)%$/.exec(step)?.[1]));
    expect(lightness).toEqual([95, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
    expect(new Set(makePalette('#2E5AAC', false).map((step) => step.split(' ')[0])).size).toBe(1);
  });

  it('is reversed for a dark theme', () => {
    expect(makePalette('#2E5AAC', true)).toEqual(makePalette('#2E5AAC', false).toReversed());
  });

  it('fits the contract', () => {
    const theme: unknown = JSON.parse(makeCustomTheme('#FFEE88', 'dark'));
    expect(CustomTheme.parse(theme)).toEqual(theme);
  });

  it('has no primary where the text is empty, broken or foreign', () => {
    for (const text of ['', '{', '{}', '{"primary":"red"}', 'null']) expect(primaryHex(text)).toBeNull();
  });
});
