import { expect, test } from 'vitest';
import { aboutAge, ageAsked, withoutAges } from './ages.rules.ts';

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

test.each([
  ['Can my 12 year old climb alone?', 12],
  ['a ticket for a 15-year-old', 15],
  ['My daughter is 16, can she climb without me?', 16],
  ['Darf mein 12-jähriger Sohn mit?', 12],
  ['und mit 15 Jahren?', 15],
  ['Mein Sohn ist 9', 9],
  ['mi hijo tiene 8 años', 8],
  ['ma fille a 7 ans', 7],
  ['My baby is 6 months old', null],
  ['Is it open at 9?', null],
  ['The hall is 12 m high', null],
])('in "%s" somebody is %s', (question, age) => {
  expect(ageAsked(question)).toBe(age);
});

// Planted: an age that lies far above "from the age of 5" counts in full -> fifteen is not told "aged 14 to 17" first.
test.each([
  ['Young people aged 14 to 17 may climb alone.', 15, 1],
  ['Children can climb from the age of 5.', 5, 1],
  ['Children can climb from the age of 5.', 15, 1 / 3.5],
  ['Children under 14 must be supervised.', 15, 0],
  ['Guests must be 18 or older.', 17, 0],
  ['Child (5 to 13) day ticket: Off-peak £6.50', 9, 1],
  ['Kinder von 4 bis 11 Jahren zahlen die Hälfte, Kinder unter 4 Jahren essen kostenlos.', 5, 1],
  ['Jugendliche ab 14 Jahren klettern alleine.', 12, 0],
  ['los niños hasta 6 años entran gratis', 8, 0],
  ['The kids play from 9:00 to 12:00.', 10, null],
  ['A child costs £6.50, 10 % off for groups of 8 to 12.', 40, 0],
  ['Rooms for 2 to 4 people', 3, null],
])('"%s" is about %d to %s', (text, age, share) => {
  expect(aboutAge(text, age)).toBe(share);
});
