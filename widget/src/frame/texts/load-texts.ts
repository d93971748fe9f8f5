import { en, type Texts } from './en.ts';

const OTHERS: Record<string, () => Promise<{ texts: Texts }>> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  ar: () => import('./ar.ts'),
};

/** The language to speak: the agent's own, or for `automatic` the browser's; `de-AT` is read as `de`. */
export const chooseLang = (wanted: string, browser: string) =>
  (!wanted || wanted === 'automatic' ? browser : wanted).slice(0, 2).toLowerCase();

export const isRtl = (lang: string) => ['ar', 'he', 'fa', 'ur'].includes(lang);

/** The table that came within the page, any other by itself; English where there is none or it cannot be fetched. */
export async function loadTexts(lang: string): Promise<Texts> {
  const brought = document.getElementById('texts');
  try {
    if (brought?.lang === lang) return JSON.parse(brought.textContent);
    return (await OTHERS[lang]?.())?.texts ?? en;
  } catch {
    return en;
  }
}

/** Puts values into `{0}`, `{1}`. */
export const fill = (text: string, ...values: (string | number)[]) =>
  text.replace(/\{(\d)\}/g, (_, at) => String(values[+at]));
