import { i18n } from '@lingui/core';
import { afterAll, expect, it } from 'vitest';
import { newOrg } from './new-org.ts';

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

// Planted: English for everybody -> the client of an agency that works in German is invited in English.
it.each([
  ['de', 'de'],
  ['ar', 'ar'],
  ['en-XA', 'en'],
])('an org that is made on a screen in %s is written to in %s', (locale, language) => {
  i18n.loadAndActivate({ locale, messages: {} });
  expect(newOrg().preferredLanguage).toBe(language);
});
