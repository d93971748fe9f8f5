import type { AgencyField } from './agency-values.ts';

/** The specification's order of all tabs. */
export const tabs = [
  { index: 0, name: 'overview' },
  { index: 1, name: 'domains' },
  { index: 2, name: 'email' },
  { index: 3, name: 'theme' },
  { index: 4, name: 'customTabs' },
  { index: 5, name: 'autoBilling' },
  { index: 6, name: 'footer' },
] as const;

export type TabName = (typeof tabs)[number]['name'];

export const indexOf = (name: string | null) => tabs.find((tab) => tab.name === name)?.index ?? 0;

/** Where each field of the form stands. */
const tabOfField: Record<AgencyField, TabName> = {
  name: 'overview',
  brandingText: 'overview',
  squarePhotoURL: 'overview',
  darkModeSquarePhotourl: 'overview',
  disablePasswordLogin: 'overview',
  googleFont: 'theme',
  themeVariant: 'theme',
  themeColorUsage: 'theme',
  primary: 'theme',
  themeType: 'theme',
  customCSS: 'theme',
  customTabs: 'customTabs',
  mainWebsite: 'footer',
  supportEmail: 'footer',
  tosPage: 'footer',
  privacyPolicypPage: 'footer',
  address: 'footer',
  showsPoweredBy: 'footer',
};

/** On which tab the first of these faults is seen: the one that is open, where it has one; null where no field has any. */
export function findFaultyTab(errors: object, open: TabName): TabName | null {
  const fields = Object.keys(errors).map((path) => path.split('.')[0] as AgencyField);
  const faulty = new Set(fields.map((field) => tabOfField[field]));
  return faulty.has(open) ? open : (tabs.find(({ name }) => faulty.has(name))?.name ?? null);
}
