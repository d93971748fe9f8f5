import type { CustomTheme } from '@antiphon/contract/agents';
import { hexToHsl, hslToHex, makePalette, toTriple } from '@antiphon/contract/brand-palette';

/** A `customThemeJSONString` for one primary colour. */
export function makeCustomTheme(hex: string, themeType: 'light' | 'dark' | 'system'): string {
  const theme: CustomTheme = {
    primary: toTriple(hexToHsl(hex)),
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
