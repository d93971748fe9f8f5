import { contrastOf, hexToRgb } from './colour.ts';

/** Hue 0 to 360, saturation and lightness 0 to 100. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

export function hexToHsl(hex: string): Hsl {
  const [r, g, b] = hexToRgb(hex);
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
export const toTriple = ([hue, saturation, lightness]: Hsl) =>
  `${number(hue)} ${number(saturation)}% ${number(lightness)}%`;

/** Of `210 50% 40%`, with or without commas and `deg`; null where it is no such triple. */
export function fromTriple(triple: string): Hsl | null {
  const found = /^(\d{1,3}(?:\.\d+)?)(?:deg)?[ ,]+(\d{1,3}(?:\.\d+)?)%[ ,]+(\d{1,3}(?:\.\d+)?)%$/.exec(triple.trim());
  if (!found) return null;
  const [hue, saturation, lightness] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return hue > 360 || saturation > 100 || lightness > 100 ? null : [hue % 360, saturation, lightness];
}

/** Ten steps: 95, then 90 down to 10. */
const STEPS = Array.from({ length: 10 }, (_, step) => 100 - (step * 10 || 5));

/** The ten steps of a colour, palest first; darkest first for a dark theme. */
export function paletteSteps(hex: string, isDark: boolean): Hsl[] {
  const [hue, saturation] = hexToHsl(hex);
  return (isDark ? STEPS.toReversed() : STEPS).map((lightness) => [hue, saturation, lightness]);
}

/** `nineColorPallet`: the same as HSL triples. */
export const makePalette = (hex: string, isDark: boolean): string[] => paletteSteps(hex, isDark).map(toTriple);

/** What text needs against its ground, and what parts that are no text need (WCAG 1.4.3, 1.4.11). */
const TEXT_CONTRAST = 4.5;
const PART_CONTRAST = 3;

const INK = '#17181C';

/** White, else the interface's own ink, else black: one of them can always be read on a colour. */
export const textOn = (hex: string): string =>
  ['#FFFFFF', INK].find((text) => contrastOf(text, hex) >= TEXT_CONTRAST) ?? '#000000';

/** Where the brand's colours stand: the interface's page and surfaces. */
export const GROUNDS = {
  light: ['#FFFFFF', '#FAFAF8', '#F3F2EE'],
  dark: ['#131416', '#1A1B1E', '#24262A'],
} as const;

export type Scheme = keyof typeof GROUNDS;

/** An agent's bubble: words in the brand's colour stand on it, outlines do not. */
export const BUBBLES: Record<Scheme, string> = { light: '#EFEFEF', dark: '#2F3135' };

/** The nearest lightness, away from the grounds, at which the colour stands out from each of them by `least`. */
function standOut(hex: string, scheme: Scheme, least: number, grounds: readonly string[] = GROUNDS[scheme]): string {
  const [hue, saturation, start] = hexToHsl(hex);
  const step = scheme === 'light' ? -1 : 1;
  let found = hex;
  for (let lightness = start; grounds.some((ground) => contrastOf(found, ground) < least); ) {
    lightness = Math.min(100, Math.max(0, lightness + step));
    found = hslToHex([hue, saturation, lightness]);
    if (lightness === 0 || lightness === 100) break;
  }
  return found;
}

/** A brand's colours in one scheme, as hex. */
export type BrandColours = {
  /** What buttons and marks are filled with: the chosen colour; in the dark scheme lifted until it is seen. */
  fill: string;
  onFill: string;
  /** The far end of a gradient that begins with `fill`: further from the text on it, so that it stays as readable. */
  gradientTo: string;
  fillHover: string;
  onFillHover: string;
  /** Links and words in the brand's colour, on every ground, the quiet one too. */
  text: string;
  /** The outline of what would not be seen by its fill alone. */
  edge: string;
  /** A quiet ground in the brand's colour. */
  soft: string;
  steps: string[];
};

export function brandColours(hex: string, scheme: Scheme): BrandColours {
  const steps = paletteSteps(hex, scheme === 'dark').map(hslToHex);
  const fill = scheme === 'dark' ? standOut(hex, scheme, PART_CONTRAST) : hex.toUpperCase();
  const [hue, saturation, lightness] = hexToHsl(fill);
  const fillHover = hslToHex([hue, saturation, lightness > 15 ? lightness - 6 : lightness + 8]);
  const soft = hslToHex([hue, Math.min(saturation, 60), scheme === 'light' ? 95 : 14]);
  return {
    fill,
    onFill: textOn(fill),
    gradientTo: hslToHex([
      hue,
      saturation,
      Math.min(97, Math.max(4, lightness + (textOn(fill) === '#FFFFFF' ? -14 : 14))),
    ]),
    fillHover,
    onFillHover: textOn(fillHover),
    text: standOut(hex, scheme, TEXT_CONTRAST, [...GROUNDS[scheme], BUBBLES[scheme], soft]),
    edge: standOut(hex, scheme, PART_CONTRAST),
    soft,
    steps,
  };
}

/** In which schemes a colour cannot stand as it was chosen: words in it, or in the dark scheme its fill, are another shade. */
export const adaptedSchemes = (hex: string): Scheme[] =>
  (['light', 'dark'] as const).filter((scheme) => {
    const { fill, edge } = brandColours(hex, scheme);
    return fill !== hex.toUpperCase() || edge !== hex.toUpperCase();
  });
