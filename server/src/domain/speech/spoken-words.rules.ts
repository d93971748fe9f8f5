/** The signs of addresses and numbers, as they are said. */
type SpokenWords = {
  at: string;
  dot: string;
  dash: string;
  underscore: string;
  plus: string;
  /** Instead of an address that nobody could say. */
  link: string;
};

const WORDS = {
  en: { at: 'at', dot: 'dot', dash: 'dash', underscore: 'underscore', plus: 'plus', link: 'the link in the chat' },
  de: {
    at: 'at',
    dot: 'Punkt',
    dash: 'Bindestrich',
    underscore: 'Unterstrich',
    plus: 'plus',
    link: 'der Link im Chat',
  },
  fr: {
    at: 'arobase',
    dot: 'point',
    dash: 'tiret',
    underscore: 'tiret bas',
    plus: 'plus',
    link: 'le lien dans le chat',
  },
  es: {
    at: 'arroba',
    dot: 'punto',
    dash: 'guion',
    underscore: 'guion bajo',
    plus: 'más',
    link: 'el enlace en el chat',
  },
  ar: {
    at: 'آت',
    dot: 'نقطة',
    dash: 'شرطة',
    underscore: 'شرطة سفلية',
    plus: 'زائد',
    link: 'الرابط في المحادثة',
  },
} as const satisfies Record<string, SpokenWords>;

export type SpokenLang = keyof typeof WORDS;

/** Of the five languages whose words are known, the one that `lang` is of: pt-BR is none of them. */
export function spokenLang(lang: string): SpokenLang | undefined {
  const own = lang.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return Object.hasOwn(WORDS, own) ? (own as SpokenLang) : undefined;
}

export const spokenWords = (lang: string): SpokenWords => WORDS[spokenLang(lang) ?? 'en'];
