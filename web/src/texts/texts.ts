import { type I18n, i18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { use } from 'react';
import type { Key, Namespace } from './keys.ts';
import { type Language, pickLanguage, pseudoLanguage } from './languages.ts';

type Messages = Parameters<I18n['load']>[1];
type Values = Record<string, string | number>;
export type Say<N extends Namespace> = (key: Key<N>, values?: Values) => string;

/** Of one language: what every screen says, and where the rest is. */
interface Part {
  always: Record<string, unknown>;
  others: Record<string, () => Promise<unknown>>;
}

const parts = import.meta.glob<Part>('./parts/*.ts');
const loading = new Map<string, Promise<void>>();
const loaded = new Set<string>();

/** The build turns each file into compiled messages under `{namespace}.{key}`. */
async function read(language: string, namespace: Namespace): Promise<Messages> {
  const { always, others } = await parts[`./parts/${language}.ts`]!();
  return (always[namespace] ?? (await others[`../${language}/${namespace}.json`]!())) as Messages;
}

/** One feature's texts, when a screen first needs them. The same promise each time. */
function loadTexts(language: string, namespace: Namespace): Promise<void> {
  const key = `${language}/${namespace}`;
  const known = loading.get(key);
  if (known !== undefined) return known;
  const promise = read(language === pseudoLanguage ? 'en' : language, namespace).then(
    (messages) => {
      i18n.load(language, language === pseudoLanguage ? toPseudo(messages) : messages);
      loaded.add(key);
    },
    (error: unknown) => {
      // The next look tries again.
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, promise);
  return promise;
}

/** Every letter stays, in brackets: of what stands between tags, each piece. */
const toPseudo = (messages: Messages): Messages =>
  Object.fromEntries(
    Object.entries(messages).map(([id, message]) => {
      const pieces = [...message].map((part) =>
        typeof part === 'string' ? part.replaceAll(/<\/?\w+>/g, '⟧$&⟦') : part,
      );
      return [id, ['⟦', ...pieces, '⟧']];
    }),
  );

/** A name or an address in a right-to-left sentence keeps its own order: first strong isolate ... pop. */
export const isolate = (values: Values | undefined): Values | undefined =>
  values && i18n.locale === 'ar'
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? `\u2068${value}\u2069` : value,
        ]),
      )
    : values;

/** The texts of a feature, in the language shown. Waits, as Suspense does, until they are here. */
export function useTexts<N extends Namespace>(namespace: N): Say<N> {
  const { i18n: shown } = useLingui();
  if (!loaded.has(`${shown.locale}/${namespace}`)) use(loadTexts(shown.locale, namespace));
  return (key, values) => shown._(`${namespace}.${key}`, isolate(values));
}

/** Outside of components, when it is called: a feature whose screen is open, `ui` and `errors` always. */
export const say = <N extends Namespace>(namespace: N, key: Key<N>, values?: Values): string =>
  i18n._(`${namespace}.${key}`, isolate(values));

const storageKey = 'language';

function readChoice(): string[] {
  try {
    return [localStorage.getItem(storageKey)].filter((tag) => tag !== null);
  } catch {
    // Storage can be forbidden; then the browser's languages decide.
    return [];
  }
}

/** Before the first screen: the language that was chosen here, else the browser's, else English. */
export const startTexts = (): Promise<void> => show(pickLanguage([...readChoice(), ...navigator.languages]));

/** The account's own language, where none was chosen in this browser. Not kept: the account keeps it. */
export async function suggestLanguage(language: Language): Promise<void> {
  if (readChoice().length === 0 && i18n.locale !== language) await show(language);
}

/** The next person of this browser begins with their own. */
export function forgetLanguage(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing could be kept.
  }
}

/** Shows the whole dashboard in another language and keeps the choice in this browser. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Kept for this page alone.
  }
  await show(language);
}

async function show(language: string): Promise<void> {
  const open = [...loaded].map((key) => key.split('/')[1] as Namespace);
  await Promise.all([...new Set<Namespace>(['ui', 'errors', ...open])].map((name) => loadTexts(language, name)));
  // Figures stay Latin, so that they line up with ids and code.
  i18n.activate(language, [`${language}-u-nu-latn`, 'en']);
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
}
