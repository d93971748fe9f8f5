import { type SpokenLang, spokenLang } from './spoken-words.rules.ts';

/** What is said to show that one listens. */
const LISTENING: Record<SpokenLang, string> = {
  en: `uh, huh, yeah, yep, yup, yes, right, sure, ok, okay, alright, all right, i see, got it, gotcha, great, good, cool, nice, fine,
    perfect, exactly, totally, of course, wow, really, that's right, understood, makes sense`,
  de: `ja, jaja, jo, jep, genau, ok, okay, gut, sehr gut, alles klar, klar, aha, achso, ach so, verstehe, ich verstehe, richtig, stimmt,
    super, prima, toll, schön, natürlich, eben, tja, in ordnung`,
  fr: `oui, ouais, d'accord, ok, okay, bien, très bien, bon, ah bon, ah oui, je vois, c'est ça, exactement, voilà, parfait, entendu, compris,
    euh, hein, bien sûr, super, tout à fait`,
  es: `sí, si, vale, ok, okay, okey, ya, ya veo, claro, claro que sí, bien, muy bien, bueno, ajá, aja, exacto, perfecto, de acuerdo,
    entiendo, entendido, correcto, eso, eso es, genial`,
  ar: `نعم, أجل, ايوه, أيوة, ايوا, آه, اه, أها, اها, طيب, تمام, حسنا, صحيح, بالضبط, أوكي, اوكي, مفهوم, فهمت, ماشي, جيد, ممتاز, أكيد, صح, مم, همم`,
};
/** In every language. */
const SOUNDS = 'ah, aha, ahah, oh, oho, ooh, uh, huh, uhuh, uhhuh, eh, hey, mhm, ok, okay';

const setOf = (words: string) => new Set(words.split(',').map((one) => said(one).join(' ')));
const sounds = setOf(SOUNDS);
const byLang = new Map(Object.entries(LISTENING).map(([lang, words]) => [lang, new Set([...setOf(words), ...sounds])]));
const ofAll = new Set([...byLang.values()].flatMap((words) => [...words]));
const WORDS_OF_ONE_MAX = 3;

/**
 * Was nothing said but that one listens, such as "mhm" or "yeah, okay"? So is nothing at all: whoever asks wants to know whether the
 * agent was interrupted.
 */
export function isBackchannel(text: string, lang: string): boolean {
  const words = said(text);
  const own = spokenLang(lang);
  const known = (own && byLang.get(own)) ?? (lang === '' ? ofAll : sounds);
  let at = 0;
  while (at < words.length) {
    if (/^[hm]+$/.test(words[at] as string)) {
      at += 1;
      continue;
    }
    let length = WORDS_OF_ONE_MAX;
    while (length > 0 && !known.has(words.slice(at, at + length).join(' '))) length -= 1;
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** The words of it, without accents, and as if every sound was short: "okaaay" is "okay". */
function said(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/[’ʼ`]/g, "'")
    .replace(/(.)\1+/gu, '$1')
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
}
