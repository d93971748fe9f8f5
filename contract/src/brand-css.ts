import type { Brand } from './agency-themes.ts';
import { brandColours, type Scheme, textOn } from './brand-palette.ts';

/** Families under which the installation's own files stand. */
export const FONT_FAMILIES: Record<string, string> = {
  Rubik: "'Rubik Variable'",
  'DM Sans': "'DM Sans Variable'",
  Inter: "'Inter Variable'",
  Manrope: "'Manrope Variable'",
  'Nunito Sans': "'Nunito Sans Variable'",
  'Source Sans 3': "'Source Sans 3 Variable'",
  'Work Sans': "'Work Sans Variable'",
  Lora: "'Lora Variable'",
};

const SYSTEM_FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif";

/** Colours and font of a brand as one style sheet, for both schemes. Stands above the interface's own tokens. */
export function brandCss(brand: Pick<Brand, 'primary' | 'googleFont'>): string {
  const own = familyOf(brand.googleFont);
  const font = own ? `${own}, ${SYSTEM_FONT}` : SYSTEM_FONT;
  return (
    `:root[data-brand]{--brand-font:${font};--mantine-font-family:${font};--mantine-font-family-headings:${font}}` +
    `:root[data-brand] body{font-family:${font}}` +
    schemeCss(brand.primary, 'light') +
    schemeCss(brand.primary, 'dark')
  );
}

/** Null for the font of the system. A name of anything but letters, digits, spaces is none. */
const familyOf = (font: string): string | null =>
  FONT_FAMILIES[font] ?? (font !== 'inherit' && /^[A-Za-z0-9 ]+$/.test(font) ? `'${font}'` : null);

function schemeCss(primary: string, scheme: Scheme): string {
  const colours = brandColours(primary, scheme);
  const variables: Record<string, string> = {
    '--ui-accent': colours.fill,
    '--ui-accent-text': colours.text,
    '--ui-accent-soft': colours.soft,
    '--brand-on': colours.onFill,
    '--brand-to': colours.gradientTo,
    '--brand-border': colours.edge === colours.fill ? 'transparent' : colours.edge,
    '--brand-hover': colours.fillHover,
    '--brand-on-hover': colours.onFillHover,
    '--brand-edge': colours.edge,
    '--mantine-primary-color-contrast': colours.onFill,
  };
  colours.steps.forEach((step, index) => {
    variables[`--brand-${index}`] = step;
    variables[`--brand-on-${index}`] = textOn(step);
    variables[`--mantine-color-accent-${index}`] = step;
  });
  for (const name of ['--mantine-color-accent', '--mantine-primary-color']) {
    variables[`${name}-filled`] = colours.fill;
    variables[`${name}-filled-hover`] = colours.fillHover;
    variables[`${name}-light`] = colours.soft;
    variables[`${name}-light-hover`] = colours.soft;
    variables[`${name}-light-color`] = colours.text;
    variables[`${name}-outline`] = colours.edge;
    variables[`${name}-text`] = colours.text;
  }
  const rules = Object.entries(variables).map(([variable, value]) => `${variable}:${value}`);
  return `:root[data-brand][data-mantine-color-scheme="${scheme}"]{${rules.join(';')}}`;
}

/** The brand's photo, else its first letter in its colour: a browser's tab shows no other sign. */
export function brandIcon(brand: Pick<Brand, 'name' | 'primary' | 'squarePhotoURL'>): string {
  if (brand.squarePhotoURL !== '') return brand.squarePhotoURL;
  const letter = ([...brand.name][0] ?? '').toUpperCase().replace(/[&<>"']/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand.primary}"/><text x="16" y="22" font-family="sans-serif" font-size="18" font-weight="600" text-anchor="middle" fill="${textOn(brand.primary)}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
