import type { Agency, AgencyChange } from '@antiphon/contract/agencies';
import {
  type Brand,
  DEFAULT_PRIMARY,
  makeThemeString,
  readThemeString,
  type ThemeType,
} from '@antiphon/contract/agency-themes';
import type { UseFormReturnType } from '@mantine/form';

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

/** The fields in which two states differ. */
export const changedFields = (one: AgencyValues, other: AgencyValues): AgencyField[] =>
  fieldsOf(one).filter((field) => one[field] !== other[field]);

/** What was changed since `base`, as the server takes it. */
export function toChange(base: AgencyValues, values: AgencyValues): AgencyChange {
  const { primary, themeType, disablePasswordLogin, ...own } = values;
  const changed = new Set(changedFields(base, values));
  return {
    ...Object.fromEntries(Object.entries(own).filter(([field]) => changed.has(field as AgencyField))),
    ...(changed.has('primary') || changed.has('themeType')
      ? { customThemeJSONString: makeThemeString(primary, themeType) }
      : {}),
    ...(changed.has('disablePasswordLogin') ? { settings: { disablePasswordLogin } } : {}),
  };
}

/** As a client's browser gets it. `platformName` is who made the software. */
export function toBrand(agency: Agency, values: AgencyValues, platformName: string): Brand {
  const { showsPoweredBy, disablePasswordLogin: _signIn, customCSS: _css, ...looks } = values;
  return {
    ...looks,
    ID: agency.ID,
    poweredBy: showsPoweredBy ? { name: platformName, url: window.location.origin } : null,
  };
}
