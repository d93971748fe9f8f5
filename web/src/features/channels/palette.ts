import type { CustomTheme } from '@antiphon/contract/agents';

/** Hue 0 to 360, saturation and lightness 0 to 100. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** '#2E5AAC' of what was typed with or without '#'; null unless it has exactly 6 hex digits. */
export function completeHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  return digits === undefined ? null : `#${digits.toUpperCase()}`;
}

export function hexToHsl(hex: string): Hsl {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
  const max = Math.max(r, g, b);
  const spread = max - Math.min(r, g, b);
  const lightness = max - spread / 2;
  if (spread === 0) return [0, 0, lightness * 100];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sector = max === r ? ((g - b) / spread + 6) % 6 : max === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return [sector * 60, saturation * 100, lightness * 100];
}

export function hslToHex([hue, saturation, lightness]: Hsl): string {
  const l = lightness / 100;
  const a = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}

/** Two decimals are enough to come back to the same hex digits. */
const number = (value: number) => Number(value.toFixed(2));
const triple = ([hue, saturation, lightness]: Hsl) => `${number(hue)} ${number(saturation)}% ${number(lightness)}%`;

/** Ten steps: 95, then 90 down to 10. */
const steps = Array.from({ length: 10 }, (_, step) => 100 - (step * 10 || 5));

/** The ten steps of a colour as HSL triples, palest first; darkest first for a dark theme. */
export function makePalette(hex: string, isDark: boolean): string[] {
  const [hue, saturation] = hexToHsl(hex);
  return (isDark ? steps.toReversed() : steps).map((lightness) => triple([hue, saturation, lightness]));
}

/** A `customThemeJSONString` for one primary colour. */
export function makeCustomTheme(hex: string, themeType: 'light' | 'dark' | 'system'): string {
  const theme: CustomTheme = {
    primary: triple(hexToHsl(hex)),
    nineColorPallet: makePalette(hex, themeType === 'dark'),
    themeType,
  };
  return JSON.stringify(theme);
}

/** The primary colour of a `customThemeJSONString` as hex; null where it has none. */
export function primaryHex(customThemeJSONString: string): string | null {
  try {
    const { primary } = JSON.parse(customThemeJSONString) as { primary?: unknown };
    const found = /^([\d.]+)(?:deg)?[ ,]+([\d.]+)%[ ,]+([\d.]+)%$/.exec(String(primary).trim());
    return found === null ? null : hslToHex([Number(found[1]) % 360, Number(found[2]), Number(found[3])]);
  } catch {
    return null;
  }
}

/** Relative luminance of WCAG 2, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of WCAG 2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
