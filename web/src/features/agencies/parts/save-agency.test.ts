import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgencyValues, fieldsOf } from './agency-values.ts';
import { fieldsOfBoth, rebase } from './save-agency.ts';

const base: AgencyValues = {
  name: 'Acme',
  brandingText: '',
  squarePhotoURL: '',
  darkModeSquarePhotourl: '',
  googleFont: 'Rubik',
  themeVariant: 'default',
  themeColorUsage: 'plain',
  primary: '#2E5AAC',
  themeType: 'light',
  customCSS: '',
  customTabs: [],
  mainWebsite: '',
  supportEmail: '',
  tosPage: '',
  privacyPolicypPage: '',
  address: '',
  showsPoweredBy: false,
  disablePasswordLogin: false,
};
const words = fc.constantFrom('', 'one', 'two');
const changes = fc.record({ name: words, address: words, mainWebsite: words, showsPoweredBy: fc.boolean() });
const edited = changes.map((change): AgencyValues => ({ ...base, ...change }));

describe('two people who change the same settings', () => {
  it('meet in a field that both changed, each to another value', () => {
    const mine = { ...base, name: 'Mine', address: 'Here', mainWebsite: 'https://example.com' };
    const theirs = { ...base, name: 'Theirs', address: 'Here', tosPage: 'https://example.com/terms' };
    expect(fieldsOfBoth(base, mine, theirs)).toEqual(['name']);
  });

  it('lose no change of either, but for the fields in which they met and one yielded', () => {
    fc.assert(
      fc.property(edited, edited, (mine, theirs) => {
        const met = fieldsOfBoth(base, mine, theirs);
        const kept = rebase(base, mine, theirs);
        const yielded = rebase(base, mine, theirs, met);
        for (const field of fieldsOf(base)) {
          const wanted = mine[field] === base[field] ? theirs[field] : mine[field];
          expect(kept[field]).toBe(wanted);
          expect(yielded[field]).toBe(met.includes(field) ? theirs[field] : wanted);
        }
      }),
    );
  });
});
