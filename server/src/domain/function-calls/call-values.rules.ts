import { createHash } from 'node:crypto';
import type { GivenValue, OutputValues } from '@antiphon/contract/function-calls';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import { sayDate } from '../understanding/say-dates.rules.ts';

export type GivenValues = Record<string, GivenValue>;

/** The same for the same values, in whatever order they were given. What is `fixed` is the function's own and no part of them. */
export function hashOf(args: GivenValues): string {
  const entries = Object.entries(args).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(entries)).digest('base64url');
}

/** What was given, without what is the function's own. */
export const givenOf = (inputs: readonly FunctionInput[], values: ReadonlyMap<string, GivenValue>): GivenValues =>
  Object.fromEntries(
    inputs.flatMap(({ name, source }) => {
      const value = values.get(name);
      return source === 'fixed' || value === undefined ? [] : [[name, value]];
    }),
  );

/** As people read it: one line. */
export const shownValue = (value: GivenValue): string =>
  (Array.isArray(value) ? value.join(', ') : String(value)).replace(/\s+/g, ' ').trim();

/** Days and moments as people say them; the rest as it is. */
export function spokenValues<Values extends OutputValues>(
  kinds: readonly { name: string; kind: string }[],
  values: Values,
  lang: string,
): Values {
  const spoken = kinds.flatMap(({ name, kind }) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (typeof value !== 'string' || (kind !== 'date' && kind !== 'datetime')) return [];
    const said = sayDate(value, lang);
    return said === undefined ? [] : [[name, said]];
  });
  return { ...values, ...Object.fromEntries(spoken) };
}

/** `book_table` as "Book table". */
export const humanName = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const LABEL_CHARS_MAX = 60;
/** Descriptions are written for whoever fills the value in; a long one is no label. */
export const labelOf = ({ name, description }: { name: string; description: string }): string =>
  description === '' || description.length > LABEL_CHARS_MAX ? humanName(name) : description;

/**
 * Puts values in the place of their names in braces. `write` makes each fit for where it is shown. A name without a value leaves
 * nothing; what stands in braces and is no such name stays.
 */
export const fillSentence = (
  sentence: string,
  values: OutputValues,
  names: ReadonlySet<string>,
  write: (text: string) => string,
): string =>
  sentence
    .replace(/\{([a-z][a-z0-9_]{0,39})\}/g, (all, name: string) => {
      if (!names.has(name)) return all;
      const value = Object.hasOwn(values, name) ? values[name] : null;
      return value === null || value === undefined ? '' : write(shownValue(value));
    })
    .replace(/ {2,}/g, ' ')
    .trim();
