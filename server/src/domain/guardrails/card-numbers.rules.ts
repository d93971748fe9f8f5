/** A piece of a text, and what it says without the signs between. */
export type Found = { start: number; end: number; value: string };

/** Between two groups of digits: spaces, dashes, dots, and signs that nobody sees. */
const GAP = /^[\s.\-\u00ad·•_\u2010-\u2015\u2212\u200b-\u200d\u2060\ufeff/]+$/u;
const GAP_MAX = 3;
const DIGITS_MIN = 13;
const DIGITS_MAX = 19;

/** First digits and lengths of the cards that are about (ISO/IEC 7812, as the schemes publish them). */
const SCHEMES: readonly [RegExp, readonly number[]][] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0-9])/, [13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
];

/** Its check digit is another question. */
const isOfScheme = (digits: string): boolean =>
  SCHEMES.some(([start, lengths]) => lengths.includes(digits.length) && start.test(digits));

/** Takes digits one after the other; true where those until now pass Luhn's check. */
function startLuhn() {
  /** Of the digits at even and at odd places: as they are, and doubled. */
  const sums = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]];
  let length = 0;
  return (digit: number): boolean => {
    const of = sums[length % 2 === 0 ? 0 : 1];
    of[0] += digit;
    of[1] += digit > 4 ? digit * 2 - 9 : digit * 2;
    length += 1;
    // The last digit is taken as it is, the one before it doubled, and so on.
    const [asIs, doubled] = length % 2 === 0 ? [sums[1][0], sums[0][1]] : [sums[0][0], sums[1][1]];
    return (asIs + doubled) % 10 === 0;
  };
}

type Group = { start: number; digits: string; joinsLast: boolean };

/** Numbers of cards in a text with ASCII digits, however they are grouped. Of two that begin alike the longer one. */
export function findCards(text: string): Found[] {
  const groups: Group[] = [];
  let end = -1;
  for (const { index: start, 0: digits } of text.matchAll(/\d+/g)) {
    const gap = end < 0 || start - end > GAP_MAX ? 'x' : text.slice(end, start);
    groups.push({ start, digits, joinsLast: gap === ' ' || gap === '-' || GAP.test(gap) });
    end = start + digits.length;
  }
  const found: Found[] = [];
  for (let at = 0; at < groups.length; at++) {
    const card = cardFrom(groups, at);
    if (!card) continue;
    found.push(card);
    while (at + 1 < groups.length && groups[at + 1]!.start < card.end) at += 1;
  }
  return found;
}

function cardFrom(groups: readonly Group[], first: number): Found | null {
  const { start } = groups[first]!;
  const add = startLuhn();
  let length = 0;
  let best: Found | null = null;
  for (let at = first; at < groups.length; at++) {
    const { digits, joinsLast, start: from } = groups[at]!;
    if ((at > first && !joinsLast) || length + digits.length > DIGITS_MAX) break;
    let isRight = false;
    for (let place = 0; place < digits.length; place++) isRight = add(digits.charCodeAt(place) - 48);
    length += digits.length;
    if (!isRight || length < DIGITS_MIN) continue;
    const value = Array.from(groups.slice(first, at + 1), (group) => group.digits).join('');
    if (isOfScheme(value)) best = { start, end: from + digits.length, value };
  }
  return best;
}
