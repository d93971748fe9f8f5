import { fromTriple, hexToHsl, hslToHex, makePalette, toTriple } from './brand-palette.ts';

/** Fonts that the installation serves itself; `inherit` is the font of the visitor's system. */
export const AGENCY_FONTS = [
  'Rubik',
  'DM Sans',
  'Inter',
  'Manrope',
  'Nunito Sans',
  'Source Sans 3',
  'Work Sans',
  'Lora',
  'inherit',
] as const;
export type AgencyFont = (typeof AGENCY_FONTS)[number];

export const THEME_VARIANTS = ['default', 'bordered', 'faded', 'flat'] as const;
export type ThemeVariant = (typeof THEME_VARIANTS)[number];
export const COLOR_USAGES = ['plain', 'colorful', 'gradient'] as const;
export type ColorUsage = (typeof COLOR_USAGES)[number];
export const THEME_TYPES = ['light', 'dark', 'system'] as const;
export type ThemeType = (typeof THEME_TYPES)[number];

export const DEFAULT_PRIMARY = '#2E5AAC';

/** What a client shell is drawn with: all of it is for everybody to see. */
export type Brand = {
  ID: string;
  name: string;
  brandingText: string;
  squarePhotoURL: string;
  darkModeSquarePhotourl: string;
  /** A name of `AGENCY_FONTS`, or of a family that is brought. */
  googleFont: string;
  /** The address of the style sheet of a font that was brought; empty where the installation has it itself, or until then. */
  fontSheet: string;
  themeVariant: ThemeVariant;
  themeColorUsage: ColorUsage;
  primary: string;
  themeType: ThemeType;
  mainWebsite: string;
  supportEmail: string;
  tosPage: string;
  privacyPolicypPage: string;
  address: string;
  /** Who made the software; null unless the agency shows it. */
  poweredBy: { name: string; url: string } | null;
};

/** The `customThemeJSONString` of one primary colour: that colour and its ten steps as HSL triples. */
export const makeThemeString = (primary: string, themeType: ThemeType): string =>
  JSON.stringify({
    primary: toTriple(hexToHsl(primary)),
    nineColorPallet: makePalette(primary, themeType === 'dark'),
    themeType,
  });

/** Null where the text is none. What the palette in it says is not read: it follows from the colour. */
export function readThemeString(text: string): { primary: string; themeType: ThemeType } | null {
  try {
    const { primary, themeType } = JSON.parse(text) as { primary?: unknown; themeType?: unknown };
    const hsl = fromTriple(String(primary));
    return hsl && { primary: hslToHex(hsl), themeType: THEME_TYPES.find((type) => type === themeType) ?? 'system' };
  } catch {
    return null;
  }
}
