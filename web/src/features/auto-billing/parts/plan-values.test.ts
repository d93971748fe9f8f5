import { i18n } from '@lingui/core';
import { afterAll, expect, it } from 'vitest';
import { formatRate } from './plan-values.ts';

afterAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

// Planted: a point in every language -> $0.004 beside 0,004 in the field.
it('a price of a fraction of a cent is written as the language writes prices', () => {
  const inLanguage = (locale: string) => {
    i18n.loadAndActivate({ locale, messages: {} });
    return [0.001, 0.0012345, 1.004].map((usd) => formatRate(usd).replaceAll('\u00a0', ' '));
  };
  expect(inLanguage('en')).toEqual(['$0.001', '$0.001235', '$1.004']);
  expect(inLanguage('de')).toEqual(['0,001 $', '0,001235 $', '1,004 $']);
});
