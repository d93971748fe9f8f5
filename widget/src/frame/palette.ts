import { contrast, luminance as luminanceOf } from '@antiphon/contract/colour';
/** Colours arrive as HSL triples such as `219 58% 43%`; this is what is used where an agent brings none. */
export const DEFAULT_PRIMARY: Hsl = [219, 58, 43];

export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** Null for everything that is not a triple, so that no text of a customer reaches a stylesheet as it is. */
export function parseTriple(text: unknown): Hsl | null {
  const found = /^([\d.]+)(?:deg)?[ ,]+([\d.]+)%[ ,]+([\d.]+)%$/.exec(String(text).trim());
  const hsl = found && ([+found[1]! % 360, Math.min(+found[2]!, 100), Math.min(+found[3]!, 100)] as const);
  return hsl?.every(Number.isFinite) ? hsl : null;
}

/** The primary colour of a `customThemeJSONString`, or the default where it is empty or broken. */
export function primaryOf(customThemeJSONString: string): Hsl {
  try {
    return parseTriple(JSON.parse(customThemeJSONString).primary) || DEFAULT_PRIMARY;
  } catch {
    return DEFAULT_PRIMARY;
  }
}

export const css = (hsl: Hsl) => `hsl(${hsl[0]} ${hsl[1]}% ${hsl[2]}%)`;

/** Relative luminance of WCAG 2, 0 to 1. */
export function luminance([hue, saturation, lightness]: Hsl): number {
  const l = lightness / 100;
  const a = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return luminanceOf([channel(0), channel(8), channel(4)]);
}

/** White where it can be read, 4.5:1, as the dashboard has it; else black, which then can. */
export const textOn = (hsl: Hsl) => (contrast(luminance(hsl), 1) >= 4.5 ? '#fff' : '#000');

/** The colour, made lighter or darker until it stands out from a ground of the given luminance by `ratio`. */
export function standOut([hue, saturation, lightness]: Hsl, ground: number, ratio: number): Hsl {
  const step = ground > 0.18 ? -1 : 1;
  let l = lightness;
  while (l > 0 && l < 100 && contrast(luminance([hue, saturation, l]), ground) < ratio) l += step;
  return [hue, saturation, Math.max(0, Math.min(100, l))];
}
