import type { Agency, AgencyChange } from '@antiphon/contract/agencies';
import {
  type Brand,
  DEFAULT_PRIMARY,
  makeThemeString,
  readThemeString,
  type ThemeType,
} from '@antiphon/contract/agency-themes';
import type { UseFormReturnType } from '@mantine/form';
import { toGiven } from './tab-lists.ts';

/** What the form holds. The theme stands in it as the colour and the scheme that it is made of. */
export type AgencyValues = ReturnType<typeof toValues>;
export type AgencyForm = UseFormReturnType<AgencyValues>;

export function toValues(agency: Agency) {
  const theme = readThemeString(agency.customThemeJSONString);
  return {
    name: agency.name,
    brandingText: agency.brandingText,
    squarePhotoURL: agency.squarePhotoURL,
    darkModeSquarePhotourl: agency.darkModeSquarePhotourl,
    googleFont: agency.googleFont,
    themeVariant: agency.themeVariant,
    themeColorUsage: agency.themeColorUsage,
    primary: theme?.primary ?? DEFAULT_PRIMARY,
    themeType: theme?.themeType ?? ('system' as ThemeType),
    customCSS: agency.customCSS,
    customTabs: agency.customTabs,
    mainWebsite: agency.mainWebsite,
    supportEmail: agency.supportEmail,
    tosPage: agency.tosPage,
    privacyPolicypPage: agency.privacyPolicypPage,
    address: agency.address,
    showsPoweredBy: agency.showsPoweredBy,
    disablePasswordLogin: agency.settings.disablePasswordLogin,
  };
}

export type AgencyField = keyof AgencyValues;

export const fieldsOf = (values: AgencyValues) => Object.keys(values) as AgencyField[];

/** Values are told apart by their content: tabs are a list. */
export const isSameValue = (one: unknown, other: unknown) =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The fields in which two states differ. */
export const changedFields = (one: AgencyValues, other: AgencyValues): AgencyField[] =>
  fieldsOf(one).filter((field) => !isSameValue(one[field], other[field]));

/** What was changed since `base`, as the server takes it. */
export function toChange(base: AgencyValues, values: AgencyValues): AgencyChange {
  const { primary, themeType, disablePasswordLogin, customTabs, ...own } = values;
  const changed = new Set(changedFields(base, values));
  return {
    ...Object.fromEntries(Object.entries(own).filter(([field]) => changed.has(field as AgencyField))),
    ...(changed.has('primary') || changed.has('themeType')
      ? { customThemeJSONString: makeThemeString(primary, themeType) }
      : {}),
    ...(changed.has('customTabs') ? { customTabs: toGiven(base.customTabs, customTabs) } : {}),
    ...(changed.has('disablePasswordLogin') ? { settings: { disablePasswordLogin } } : {}),
  };
}

/** As a client's browser gets it. `platformName` is who made the software. */
export function toBrand(
  agency: Agency,
  values: AgencyValues,
  { platformName, fontSheet }: { platformName: string; fontSheet: string },
): Brand {
  const { showsPoweredBy, disablePasswordLogin: _signIn, customCSS: _css, customTabs: _tabs, ...looks } = values;
  return {
    ...looks,
    fontSheet,
    ID: agency.ID,
    poweredBy: showsPoweredBy ? { name: platformName, url: window.location.origin } : null,
  };
}
