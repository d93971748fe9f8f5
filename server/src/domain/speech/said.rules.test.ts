import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asWritten } from './said.rules.ts';
import { speakable } from './speakable.rules.ts';

describe('digits that were said one by one', () => {
  test.each([
    ['en', 'four seven two', '472'],
    ['en', 'It is Four, seven, two, one.', 'It is 4721.'],
    ['en', 'double five oh four', '5504'],
    ['en', 'triple seven', '777'],
    ['en', 'room seven oh five please', 'room 705 please'],
    ['en', 'plus four nine three oh five five five', '+4930555'],
    ['de', 'null drei null doppel fünf', '03055'],
    ['fr', 'zéro six cinq cinq', '0655'],
    ['es', 'cero nueve uno', '091'],
    ['ar', 'أربعة سبعة اثنين', '472'],
  ])('%s: %s', (lang, said, written) => {
    expect(asWritten(said, lang)).toBe(written);
  });

  test.each([
    ['en', 'one'],
    ['en', 'oh one more thing'],
    ['en', 'one, two, or three'],
    ['en', 'two people. Three dogs'],
    ['en', 'twenty four'],
    ['fr', "j'en veux un neuf"],
    ['de', 'eins'],
    ['en', 'vier sieben'],
  ])('none: %s: %s', (lang, said) => {
    expect(asWritten(said, lang)).toBe(said);
  });
});

describe('addresses that were said', () => {
  test.each([
    ['en', 'ann at example dot com', 'ann@example.com'],
    [
      'en',
      "Yes, it's Ann dot Smith underscore four seven at mail dash example dot co dot uk, thanks",
      "Yes, it's ann.smith_47@mail-example.co.uk, thanks",
    ],
    ['en', 'my email address is ann at Example dot com.', 'my email address is ann@example.com.'],
    ['en', 'a n n four two at example dot com', 'ann42@example.com'],
    ['de', 'schreiben Sie an ann punkt meier at beispiel punkt de', 'schreiben Sie an ann.meier@beispiel.de'],
    ['fr', 'ann tiret bas b arobase exemple point fr', 'ann_b@exemple.fr'],
    ['es', 'ana guion bajo ruiz arroba ejemplo punto es', 'ana_ruiz@ejemplo.es'],
    ['ar', 'بريدي ann آت example نقطة com', 'بريدي ann@example.com'],
  ])('%s: %s', (lang, said, written) => {
    expect(asWritten(said, lang)).toBe(written);
  });

  test.each([
    'meet me at noon',
    'meet me at noon dot',
    'look at example dot com',
    'I bought shoes at example dot com',
    'at example dot com',
    'we are at the office, dot com',
    'ann at example',
  ])('none: %s', (said) => {
    expect(asWritten(said, 'en')).toBe(said);
  });
});

const LANGS = ['en', 'de', 'fr', 'es', 'ar'] as const;
const DIGITS = {
  en: 'zero one two three four five six seven eight nine',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  ar: 'صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة',
};

test('digits come back, in every language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LANGS), fc.stringMatching(/^[0-9]{3,15}$/), (lang, digits) => {
      const words = DIGITS[lang].split(' ');
      const said = [...digits].map((digit) => words[Number(digit)]).join(' ');
      fc.pre((said.match(/\bun\b/g) ?? []).length + 2 <= digits.length);
      expect(asWritten(said, lang)).toBe(digits);
    }),
  );
});

test('an address as it is spoken comes back as it was written', () => {
  const name = fc
    .stringMatching(/^[a-z]{3,8}$/)
    .filter((one) => !/^(?:dot|dash|point|punkt|punto|tiret|guion|plus)$/.test(one));
  const email = fc
    .tuple(name, fc.constantFrom('.', '-', '_', '+'), name, name)
    .map(([a, sign, b, c]) => `${a}${sign}${b}@${c}.com`);
  fc.assert(
    fc.property(fc.constantFrom(...LANGS), email, (lang, address) => {
      expect(asWritten(speakable(address, lang), lang)).toBe(address);
    }),
  );
});

test('everything else stays as it is, to the last space', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LANGS), fc.string({ unit: 'grapheme', maxLength: 80 }), (lang, said) => {
      expect(asWritten(said, lang)).toBe(said);
    }),
  );
});

test.each(['one ', 'at ', 'dot ', 'a at a dot ', 'double ', 'a ', 'a dot '])(
  '4,000 characters of %j take less than 5 ms',
  (part) => {
    const text = part.repeat(4_000 / part.length);
    const times = Array.from({ length: 25 }, () => {
      const from = performance.now();
      asWritten(text, 'en');
      return performance.now() - from;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  },
);
