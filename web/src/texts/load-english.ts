import { readFileSync } from 'node:fs';
import { i18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Namespace } from './keys.ts';
import type { Language } from './languages.ts';

type TextTree = { [key: string]: string | TextTree };

/** The English of a feature for unit tests of what says it: no build has compiled it there. */
export const loadEnglish = (...namespaces: Namespace[]): void => loadLanguage('en', ...namespaces);

export function loadLanguage(language: Language, ...namespaces: Namespace[]): void {
  for (const namespace of namespaces) {
    const file = new URL(`./${language}/${namespace}.json`, import.meta.url);
    i18n.load(language, compile(JSON.parse(readFileSync(file, 'utf8')), namespace));
  }
  i18n.activate(language);
}

const compile = (texts: TextTree, prefix: string): Parameters<typeof i18n.load>[1] =>
  Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]) =>
      typeof text === 'string'
        ? { [`${prefix}.${key}`]: compileMessageOrThrow(text) }
        : compile(text, `${prefix}.${key}`),
    ),
  );
