import { COLOR_USAGES, THEME_TYPES, THEME_VARIANTS } from '@antiphon/contract/agency-themes';
import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../../texts/load-english.ts';
import { say } from '../../../texts/texts.ts';
import type { AgencyField, AgencyValues } from './agency-values.ts';
import { sayValue } from './same-field-dialog.tsx';

beforeAll(() => loadLanguage('de', 'agencies'));

const of = (field: AgencyField, value: unknown) =>
  sayValue((key, values) => say('agencies', key, values), field, { [field]: value } as unknown as AgencyValues);

// Planted: the values as they are stored -> `bordered`, `system`.
it('what is chosen is said in the words of the screen, what was typed stays', () => {
  expect(THEME_VARIANTS.map((value) => of('themeVariant', value))).toEqual([
    'Standard',
    'Umrandet',
    'Gedämpft',
    'Flach',
  ]);
  expect(COLOR_USAGES.map((value) => of('themeColorUsage', value))).toEqual(['Schlicht', 'Farbig', 'Verlauf']);
  expect(THEME_TYPES.map((value) => of('themeType', value))).toEqual(['Hell', 'Dunkel', 'Wie das System des Kunden']);
  expect(of('googleFont', 'inherit')).toBe('Übernehmen: Schrift des Systems');
  expect([true, false].map((value) => of('showsPoweredBy', value))).toEqual(['Ein', 'Aus']);
  expect([true, false].map((value) => of('disablePasswordLogin', value))).toEqual(['Aus', 'Ein']);
  expect([of('address', ''), of('customTabs', [])]).toEqual(['Leer', 'Leer']);
  expect([of('address', 'bordered'), of('googleFont', 'Rubik'), of('primary', '#2E5AAC')]).toEqual([null, null, null]);
});
