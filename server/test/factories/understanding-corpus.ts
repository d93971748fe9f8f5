import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FunctionInput } from '@antiphon/contract/function-parts';
import { labelOf } from '../../src/domain/function-calls/call-values.rules.ts';
import type { Intent } from '../../src/domain/understanding/match-intent.rules.ts';

/**
 * What visitors of five shops say, one language each. `held-out` was written before the rules were changed by what is wrong in
 * `development`, and is no place to look for what to change.
 */
export const halves = ['development', 'held-out'] as const;

/** `means`: the function that is asked for; null where it is none of them. */
export type Said = { lang: string; means: string | null; said: string };
type Listed = { name: string; kind: 'read' | 'effect'; examples: string[]; inputs: FunctionInput[] };

const folder = join(import.meta.dirname, '../corpora/understanding');
const linesOf = <Line>(name: string): Line[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

export const saidIn = (half: (typeof halves)[number]): Said[] => linesOf<Said>(half);

/** What a sentence says of the inputs of a function. */
export const saidValues = (): { lang: string; of: string; said: string; values: Record<string, unknown> }[] =>
  linesOf('values');

export const shops = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(folder, 'functions.json'), 'utf8')) as Record<string, Listed[]>).map(
    ([lang, functions]): [string, Listed[]] => [
      lang,
      functions.map((one) => ({
        ...one,
        inputs: one.inputs.map((input) => FunctionInput.parse({ ...input, source: 'model' })),
      })),
    ],
  ),
);

/** As a turn knows the functions of its agent. */
export const intentsOf = (lang: string): Intent[] =>
  (shops[lang] ?? []).map(({ name, kind, examples, inputs }) => ({
    ...{ name, examples, isEffect: kind === 'effect' },
    ownWords: inputs.flatMap((input) => [...input.name.split('_'), ...labelOf(input).split(/\s+/), ...input.choices]),
  }));
