/** How old somebody is, in the languages that say so without doubt: "de 2 ans" may as well be how long something lasts. */
const ages: readonly (readonly [RegExp, string])[] = [
  [/(?<![\d.,])\d{1,3}[\s-]*(?:year|yr|month|week)s?[\s-]*olds?(?!\p{L})/giu, 'years of age'],
  [/(?<!\p{L})aged? (?:of )?\d{1,3}(?![\d:.]*\d)(?!\s*(?:am|pm)\b)/giu, 'years of age'],
  [/(?<![\d.,])\d{1,3}[\s-]*(?:jahre?n?|monate?n?)[\s-]*alt\p{L}*/giu, 'Jahre Alter'],
  [/(?<![\d.,])\d{1,3}[\s-]*jährige[mnrs]?(?!\p{L})/giu, 'Jahre Alter'],
  [/(?<![\d.,])\d{1,3} (?:años|meses) de edad/giu, 'años edad'],
  [/(?<!\p{L})âgée?s? de \d{1,3} (?:ans|mois)/giu, 'ans âge'],
];

/** The text with "age" in the place of each age: its number is that of no hour, no price and no house. */
export const withoutAges = (text: string): string => ages.reduce((said, [age, word]) => said.replace(age, word), text);
