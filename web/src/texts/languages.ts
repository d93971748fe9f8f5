/** The dashboard's languages, each under its own name. `en` is the source of all texts. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'ar', name: 'العربية' },
] as const;
export type Language = (typeof languages)[number]['code'];

export const isLanguage = (code: string): code is Language => languages.some((one) => one.code === code);

/** English in brackets: what stands on a screen without them was not given to be translated. Chosen by tests alone. */
export const pseudoLanguage = 'en-XA';

/** The first of the wanted languages that there is, by its main part: `de-AT` is `de`. */
export function pickLanguage(wanted: readonly string[]): Language | typeof pseudoLanguage {
  for (const tag of wanted) {
    if (tag === pseudoLanguage) return pseudoLanguage;
    const found = languages.find(({ code }) => code === tag.toLowerCase().split('-')[0]);
    if (found) return found.code;
  }
  return 'en';
}
