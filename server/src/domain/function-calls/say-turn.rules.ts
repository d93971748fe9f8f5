import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import { asWords } from '../understanding/as-words.rules.ts';
import { actionSentences } from './action-sentences.rules.ts';
import { labelOf } from './call-values.rules.ts';
import type { CallRow } from './function-calls.queries.ts';

const EXAMPLES: Partial<Record<FunctionInput['kind'], string>> = {
  date: '2026-12-31',
  datetime: '2026-12-31 19:30',
  phone: '+1 555 555 0100',
  email: 'name@example.com',
  number: '1.5',
  integer: '4',
};

/** Asks for one input. `isAgain`: the answer before could not be read. */
export function askFor(input: FunctionInput, lang: string, isAgain: boolean): string {
  const say = actionSentences(lang);
  const among = input.kind === 'choice' ? input.choices.join(', ') : EXAMPLES[input.kind];
  const hint =
    among && (isAgain || input.kind === 'choice') ? ` ${say.example.replace('{example}', asWords(among))}` : '';
  const what = `${asWords(labelOf(input))}${hint}`;
  // Who describes an input with a question has ended the sentence.
  return (isAgain ? say.again : say.ask).replace(/\{what\}\./, () => (/[.?!؟…]$/.test(what) ? what : `${what}.`));
}

/** What is proposed, as words: where there is no button a yes does. */
export function sayProposal({ shown, earlierAt }: Pick<CallRow, 'shown' | 'earlierAt'>, lang: string): string {
  const sentence = asWords(shown?.sentence ?? '');
  if (!earlierAt) return sentence;
  const time = `${earlierAt.toISOString().slice(11, 16)} UTC`;
  return `${sentence}\n\n${actionSentences(lang).doneAt.replace('{time}', time)}`;
}

/** Asks which is meant, each by the first of its examples: to say that again says it. */
export const sayChoices = (meant: readonly Pick<FunctionDefinition, 'examples'>[], lang: string): string =>
  [actionSentences(lang).meant, ...meant.map(({ examples }) => `- ${asWords(examples[0] ?? '')}`)].join('\n');

/** The first that has to be there and is not. */
export const missingOf = (inputs: readonly FunctionInput[], args: CallRow['args']): FunctionInput | null =>
  inputs.find(({ name, isRequired, source }) => isRequired && source !== 'fixed' && args[name] === undefined) ?? null;
