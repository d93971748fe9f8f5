import { expect, test } from 'vitest';
import { consentFor } from './consent-countries.rules.ts';

// Numbers that regulators keep for films, where there are some.
const LONDON = '+442079460142';
const TORONTO = '+14165550142';
const WASHINGTON = '+12025550142';
const BERLIN = '+493023125042';

test.each([
  [LONDON, LONDON, 'announced'],
  [TORONTO, LONDON, 'announced'],
  [WASHINGTON, WASHINGTON, 'asked'],
  [LONDON, BERLIN, 'asked'],
  [BERLIN, LONDON, 'asked'],
  ['anonymous', LONDON, 'asked'],
  ['', LONDON, 'asked'],
  [LONDON, '', 'asked'],
  ['sip:constructor@example.com', LONDON, 'asked'],
  ['+88213300655', LONDON, 'asked'],
])('a call from %s to %s: %s', (caller, called, consent) => {
  expect(consentFor(caller, called)).toBe(consent);
});
