import { type SpokenLang, spokenLang } from './spoken-words.rules.ts';

/** A word with its signs, and the space behind it. `isDigits`: it was said digit by digit. */
export type SaidToken = { text: string; behind: string; isDigits: boolean };

type SaidWords = {
  /** From 0 to 9, each in all its forms. */
  digits: readonly string[];
  /** How often the digit behind is meant. */
  times: Record<string, number>;
  at: string;
  dot: string;
  dash: string;
  underscore: string;
  plus: string;
};

const WORDS: Record<SpokenLang, SaidWords> = {
  en: {
    digits: ['zero nought oh o', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine niner'],
    times: { double: 2, triple: 3 },
    at: 'at',
    dot: 'dot',
    dash: 'dash, hyphen, minus',
    underscore: 'underscore',
    plus: 'plus',
  },
  de: {
    digits: ['null', 'eins', 'zwei zwo', 'drei', 'vier', 'fünf fuenf', 'sechs', 'sieben', 'acht', 'neun'],
    times: { doppel: 2, doppelte: 2, dreifach: 3, dreimal: 3, zweimal: 2 },
    at: 'at, ät, ett, klammeraffe',
    dot: 'punkt, dot',
    dash: 'bindestrich, minus, strich',
    underscore: 'unterstrich',
    plus: 'plus',
  },
  fr: {
    digits: ['zéro zero', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
    times: { double: 2, triple: 3 },
    at: 'arobase, arrobase, arobas, at',
    dot: 'point, dot',
    dash: 'tiret, trait',
    underscore: 'tiret bas, underscore',
    plus: 'plus',
  },
  es: {
    digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
    times: { doble: 2, triple: 3 },
    at: 'arroba, at',
    dot: 'punto, dot',
    dash: 'guion, guión',
    underscore: 'guion bajo, guión bajo, subrayado',
    plus: 'más, mas, plus',
  },
  ar: {
    digits: [
      'صفر زيرو',
      'واحد واحده',
      'اثنان اثنين اتنين ثنين',
      'ثلاثه ثلاث تلاته',
      'اربعه اربع',
      'خمسه خمس',
      'سته ست',
      'سبعه سبع',
      'ثمانيه ثماني ثمان تمانيه',
      'تسعه تسع',
    ],
    times: { دبل: 2, دوبل: 2 },
    at: 'ات, at',
    dot: 'نقطه, دوت, dot',
    dash: 'شرطه, داش',
    underscore: 'شرطه سفليه, اندرسكور',
    plus: 'زائد, بلس',
  },
};

const SIGNS = { at: '@', dot: '.', dash: '-', underscore: '_', plus: '+' } as const;
export type SaidSign = (typeof SIGNS)[keyof typeof SIGNS];

type Known = { digits: Map<string, string>; times: Map<string, number>; signs: Map<string, SaidSign> };

const known = new Map(Object.entries(WORDS).map(([lang, words]): [string, Known] => [lang, know(words)]));

function know({ digits, times, ...signs }: SaidWords): Known {
  return {
    digits: new Map(
      digits.flatMap((forms, digit) => forms.split(' ').map((form) => [wordOf(form), String(digit)] as const)),
    ),
    times: new Map(Object.entries(times)),
    signs: new Map(
      Object.entries(signs).flatMap(([name, forms]) =>
        forms.split(', ').map((form) => [wordOf(form), SIGNS[name as keyof typeof SIGNS]] as const),
      ),
    ),
  };
}

/** Those of a language that is not known are those of English. */
export const saidWords = (lang: string): Known => known.get(spokenLang(lang) ?? 'en') as Known;

/** A word as it is looked up: small, and in Arabic in one spelling. */
export function wordOf(text: string): string {
  const small = text.toLowerCase();
  if (!/[\u0600-\u06ff]/.test(small)) return small;
  return small
    .replace(/[\u064b-\u0652\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة/g, 'ه');
}

/** What ends a word, such as a comma; "" where nothing does. */
export function endOf(text: string): string {
  let from = text.length;
  while (from > 0 && '.,;:!?…،؟'.includes(text[from - 1] as string)) from -= 1;
  return text.slice(from);
}
