import names from './font-names.json' with { type: 'json' };

/** Lower case -> as it is written. Of letters, digits, spaces: nothing of a name can leave a style sheet or an address. */
const families = new Map(names.map((family) => [family.toLowerCase(), family]));

/** The family as it is written, whatever its capitals and spaces are; null where there is none of the name. */
export const familyOf = (name: string): string | null =>
  families.get(name.trim().replace(/\s+/g, ' ').toLowerCase()) ?? null;

/** The key of a family, here and at its source: `dm-sans`. */
export const fontIdOf = (family: string): string => family.toLowerCase().replaceAll(' ', '-');

export const isFontId = (id: string): boolean => families.has(id.replaceAll('-', ' '));

type Face = { weight: number; unicodeRange: string };

/** Under which address of an agency's host, or of the platform's, a font's style sheet stands; its files beside it, by number. */
export const fontSheetAddress = (region: string, family: string) => `/fonts/${region}/${fontIdOf(family)}.css`;

/** The style sheet of a font that was brought. */
export function fontSheet(
  region: string,
  { id, family, faces }: { id: string; family: string; faces: readonly Face[] },
) {
  return faces
    .map(({ weight, unicodeRange }, number) => {
      const range = unicodeRange === '' ? '' : `unicode-range:${unicodeRange};`;
      const source = `url(/fonts/${region}/${id}/${number}.woff2) format('woff2')`;
      return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:swap;${range}src:${source}}\n`;
    })
    .join('');
}
