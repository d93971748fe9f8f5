import { i18n } from '@lingui/core';

/** Makes formats once for each language and answers those of the one that is shown now. Figures stay Latin, so that they line up with ids and code. */
export function inLanguageOf<Formats>(make: (locale: string) => Formats): () => Formats {
  const made = new Map<string, Formats>();
  return () => {
    const language = i18n.locale.slice(0, 2) || 'en';
    const formats = made.get(language) ?? make(`${language}-u-nu-latn`);
    made.set(language, formats);
    return formats;
  };
}
