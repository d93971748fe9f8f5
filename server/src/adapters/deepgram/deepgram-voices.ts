import type { SpeechVoice } from '../../domain/speech/speech.ports.ts';

/** Of https://developers.deepgram.com/docs/tts-models, the first of a language speaks where none is chosen. */
const NAMES: Record<string, string[]> = {
  en: [
    'thalia',
    'andromeda',
    'helena',
    'apollo',
    'arcas',
    'aries',
    'athena',
    'draco',
    'hyperion',
    'luna',
    'orion',
    'zeus',
  ],
  de: ['viktoria', 'julius', 'elara', 'aurelia', 'lara', 'fabian', 'kara'],
  fr: ['agathe', 'hector'],
  es: ['celeste', 'estrella', 'nestor', 'sirio', 'carina', 'alvaro', 'diana', 'aquila', 'selena', 'javier'],
  it: ['livia', 'dionisio', 'melia', 'elio'],
  nl: ['rhea', 'sander', 'beatrix', 'daphne'],
  ja: ['fujin', 'izanami', 'uzume', 'ebisu', 'ama'],
};

/** Which Flux understands: English by a model of its own, the others by the model of many. */
const UNDERSTOOD = new Set(['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl']);

export const baseOf = (lang: string) => lang.toLowerCase().split(/[-_]/, 1)[0] ?? '';

export const isUnderstood = (lang: string) => lang === '' || UNDERSTOOD.has(baseOf(lang));
export const isSpoken = (lang: string) => lang === '' || Object.hasOwn(NAMES, baseOf(lang));

const voices: SpeechVoice[] = Object.entries(NAMES).flatMap(([lang, names]) =>
  names.map((name) => ({
    id: `aura-2-${name}-${lang}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    lang,
  })),
);

/** Those of the language first. */
export function listVoices(lang: string): SpeechVoice[] {
  const base = baseOf(lang) || 'en';
  return [...voices.filter((one) => one.lang === base), ...voices.filter((one) => one.lang !== base)];
}

/** The chosen voice, by its id or name, where it speaks the language; else the language's first. */
export function pickVoice(voice: string, lang: string): SpeechVoice | undefined {
  const known = voices.filter((one) => one.lang === (baseOf(lang) || 'en'));
  const wanted = voice.toLowerCase();
  return known.find((one) => one.id === wanted || one.name.toLowerCase() === wanted) ?? known[0];
}
