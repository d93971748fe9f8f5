import { expect, test } from 'vitest';
import { withoutAges } from './ages.rules.ts';

test.each([
  ['Can my 8 year old son come?', 'Can my years of age son come?'],
  ['Is it fine for 12-year-olds and a 3 months old baby', 'Is it fine for years of age and a years of age baby'],
  ['a child aged 9', 'a child years of age'],
  ['Darf mein 8 Jahre alter Sohn mit?', 'Darf mein Jahre Alter Sohn mit?'],
  ['Kurse für 14-jährige', 'Kurse für Jahre Alter'],
  ['niños de 6 años de edad', 'niños de años edad'],
  ['une fille âgée de 7 ans', 'une fille ans âge'],
])('%s', (said, without) => {
  expect(withoutAges(said)).toBe(without);
});

test.each(['Are you open at 8?', '8 years of warranty', 'contrat de 2 ans', 'How old are the 12 bikes?'])(
  '%s holds no age',
  (said) => {
    expect(withoutAges(said)).toBe(said);
  },
);
