/** How old somebody is, in the languages that say so without doubt: "de 2 ans" may as well be how long something lasts. */
const ages: readonly (readonly [RegExp, string])[] = [
  [/(?<![\d.,])\d{1,3}[\s-]*(?:year|yr|month|week)s?[\s-]*olds?(?!\p{L})/giu, 'years of age'],
  [/(?<!\p{L})aged? (?:of )?\d{1,3}(?![\d:.]*\d)(?!\s*(?:am|pm)\b)/giu, 'years of age'],
  [/(?<![\d.,])\d{1,3}[\s-]*(?:jahre?n?|monate?n?)[\s-]*alt\p{L}*/giu, 'Jahre Alter'],
  [/(?<![\d.,])\d{1,3}[\s-]*jährige[mnrs]?(?!\p{L})/giu, 'Jahre Alter'],
  [/(?<![\d.,])\d{1,3} (?:años|meses) de edad/giu, 'años edad'],
  [/(?<!\p{L})âgée?s? de \d{1,3} (?:ans|mois)/giu, 'ans âge'],
];

/** The text with "age", or another word, in the place of each age: its number is that of no hour, no price and no house. */
export const withoutAges = (text: string, instead?: string): string =>
  ages.reduce((said, [age, word]) => said.replace(age, instead ?? word), text);

const childWords =
  'daughters?|sons?|kids?|child|girl|boy|he|she|i|tochter|sohn|kind|er|sie|ich|hij[ao]|niñ[ao]|fille|fils|enfant|il|elle';
const yearsOf = 'years?|yrs?|jahre?n?|años|ans|anni|anos|jaar|سنة|سنوات';
/** How old somebody is who is asked about, in years. */
const askedAges: readonly RegExp[] = [
  /(?<![\d.,])(\d{1,2})[\s-]{0,2}(?:years?|yrs?)[\s-]{0,2}olds?(?!\p{L})|(?<![\d.,])(\d{1,2})[\s-]?y\/?o(?!\p{L})/iu,
  /(?<!\p{L})aged? (?:of )?(\d{1,2})(?![\d:.,]*\d)(?!\s*(?:am|pm)\b)/iu,
  /(?<![\d.,])(\d{1,2})[\s-]{0,2}(?:jahre?n? alt|jährige?[mnrs]?)(?!\p{L})/iu,
  new RegExp(`(?<!\\p{L})(?:mit|de|con|avec|tiene|a) (\\d{1,2}) (?:${yearsOf})(?!\\p{L})`, 'iu'),
  new RegExp(
    `(?<!\\p{L})(?:${childWords}) (?:is|am|are|ist|bin|tiene|a|wird|turns) (?:now |erst |only |just )?(\\d{1,2})(?!\\d|[:.,]\\d|[%€£$]|\\s?(?:am|pm|uhr|cm|m|kg))`,
    'iu',
  ),
];

/** Null where nobody's age is told, or in months or weeks. */
export function ageAsked(question: string): number | null {
  const text = question.slice(0, AGE_CHARS_MAX);
  for (const pattern of askedAges) {
    const found = pattern.exec(text);
    const age = found?.slice(1).find((group) => group !== undefined);
    if (age !== undefined) return Number(age);
  }
  return null;
}

const AGE_CHARS_MAX = 1_000;
const number =
  '(?<![\\d.,:€£$-])(\\d{1,2})(?![\\d:%€£$]|[.,]\\d|\\s?(?:€|eur|%|am\\b|pm\\b|uhr|min|hour|stund|tag|day|week|woche|person|people|gäste|guest|cm|km|kg|m\\b))';
const to = '\\s?(?:[-–—]|to|bis|and|und|a|à|y|إلى)\\s?';
/** Numbers are ages in a sentence that speaks of them, or of children. */
const speaksOfAges =
  /(?<!\p{L})(?:age[ds]?|years? old|older|younger|child(?:ren)?|kids?|teen\p{L}*|young\p{L}*|adults?|toddlers?|alter|älter|jünger|jahre?n?|kind(?:er|ern)?|jugendliche\p{L}*|erwachsene\p{L}*|jährige?\p{L}*|niñ[oa]s?|años|edad|enfants?|ans|âge|bambini|anni|crianças|anos|kinderen|jaar|أطفال|الأطفال|سنة|سنوات)(?!\p{L})/iu;
const under = new RegExp(
  `(?<!\\p{L})(?:under|below|younger than|up to|unter|jünger als|bis(?: zu)?|menos de|hasta|moins de|jusqu[’']à|أقل من|تحت)(?: the age of| age)? ${number}`,
  'giu',
);
const over = new RegExp(
  `(?<!\\p{L})(?:over|from|at least|minimum age(?: is)?|minimum|ab|über|mindestens|desde|a partir de|à partir de|dès)(?: the)?(?: age)?(?: of)? ${number}|${number} (?:and|or|und|oder) (?:up|older|over|above|älter)`,
  'giu',
);
const between = new RegExp(`${number}${to}${number}`, 'giu');

/** Years from and to; the last one is in it. */
type AgeSpan = { from: number; to: number };

function ageSpans(text: string): AgeSpan[] {
  const read = text.slice(0, AGE_CHARS_MAX);
  if (!/\d/.test(read) || !speaksOfAges.test(read)) return [];
  const spans: AgeSpan[] = [];
  const rest = read.replace(between, (_, from: string, upTo: string) => {
    spans.push({ from: Number(from), to: Number(upTo) });
    return ' ';
  });
  for (const [, age] of rest.matchAll(under)) spans.push({ from: Number.NEGATIVE_INFINITY, to: Number(age) - 1 });
  for (const [, first, second] of rest.matchAll(over))
    spans.push({ from: Number(first ?? second), to: Number.POSITIVE_INFINITY });
  return spans.filter(({ from, to }) => from <= to);
}

/**
 * How much a text is about somebody of an age, 0 to 1: "aged 14 to 17" is about fifteen to the full, "from the age of 5" less, the further that lies.
 * Null for a text that names no ages, 0 where all that it names are others.
 */
export function aboutAge(text: string, age: number): number | null {
  const spans = ageSpans(text);
  if (spans.length === 0) return null;
  const own = spans.filter(({ from, to: upTo }) => age >= from && age <= upTo);
  return Math.max(
    0,
    ...own.map(({ from, to: upTo }) =>
      Number.isFinite(from) && Number.isFinite(upTo) ? 1 : 1 / (1 + Math.min(age - from, upTo - age) / 4),
    ),
  );
}
