import type { Choice } from '@antiphon/contract/events';
import { asWords } from '../understanding/as-words.rules.ts';

const REPLY: Record<string, { word: string; or: string }> = {
  en: { word: 'Reply {numbers}.', or: 'or' },
  de: { word: 'Antworten Sie mit {numbers}.', or: 'oder' },
  es: { word: 'Responda {numbers}.', or: 'o' },
  fr: { word: 'Répondez par {numbers}.', or: 'ou' },
  ar: { word: 'أجب بـ {numbers}.', or: 'أو' },
};

/** Buttons and cards where there are none: a list, whose numbers are understood as well as its words. Pictures are left out. */
export function choiceLines(choices: readonly Choice[], lang: string): string {
  if (choices.length === 0) return '';
  // Where there are no forms, the first field is asked for.
  const form = choices.find(({ fields }) => fields);
  if (form) return asWords(form.fields?.[0]?.label ?? '');
  const say = REPLY[lang.split('-')[0]?.toLowerCase() ?? ''] ?? (REPLY.en as (typeof REPLY)[string]);
  const numbers = choices.map((_, at) => String(at + 1));
  const last = numbers.at(-1) as string;
  const all = numbers.length === 1 ? last : `${numbers.slice(0, -1).join(', ')} ${say.or} ${last}`;
  const lines = choices.map(({ label, text, url }, at) =>
    [`${at + 1}. ${asWords(label)}`, text && asWords(text), url].filter(Boolean).join('\n'),
  );
  return [...lines, '', say.word.replace('{numbers}', all)].join('\n');
}
