import type { Action } from '@antiphon/contract/actions';
import type { OutputValues } from '@antiphon/contract/function-calls';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { asWords } from '../understanding/as-words.rules.ts';
import { actionSentences } from './action-sentences.rules.ts';
import { fillSentence, type GivenValues, humanName, labelOf, shownValue, spokenValues } from './call-values.rules.ts';

type Words = Pick<FunctionDefinition, 'name' | 'inputs' | 'sentences' | 'response'>;

const namesOf = ({ inputs, response }: Words) =>
  new Set([...inputs.map(({ name }) => name), ...response.outputs.map(({ name }) => name)]);
const kindsOf = ({ inputs, response }: Words) => [...inputs, ...response.outputs];
const plain = (text: string) => text;

/** What the visitor is asked to confirm: the owner's words, with the values that will be sent. */
export function proposalOf(
  definition: Words,
  args: GivenValues,
  lang: string,
): Pick<Action, 'sentence' | 'arguments' | 'button' | 'decline'> {
  const { sentences, inputs, name } = definition;
  const say = actionSentences(lang);
  const spoken = spokenValues(kindsOf(definition), args, lang);
  const sentence =
    sentences.proposal === ''
      ? say.proposal.replace('{what}', humanName(name))
      : fillSentence(sentences.proposal, spoken, namesOf(definition), plain);
  return {
    sentence,
    arguments: inputs.flatMap((input) => {
      const value = spoken[input.name];
      return input.source === 'fixed' || value === undefined
        ? []
        : [{ label: labelOf(input), value: shownValue(value) }];
    }),
    button: sentences.button || say.button,
    decline: say.decline,
  };
}

export const waitingOf = (definition: Words, args: GivenValues, lang: string): string =>
  definition.sentences.waiting === ''
    ? actionSentences(lang).waiting
    : fillSentence(
        definition.sentences.waiting,
        spokenValues(kindsOf(definition), args, lang),
        namesOf(definition),
        plain,
      );

type Ended = { status: 'done' | 'failed' | 'unknown'; args: GivenValues; outputs: OutputValues | null };

/**
 * The receipt: the owner's words, as Markdown. Where they name no output, those that came stand below them: nobody else would say
 * what was found.
 */
export function receiptOf(definition: Words, { status, args, outputs }: Ended, lang: string): string {
  const say = actionSentences(lang);
  if (status === 'unknown') return say.unknown;
  const own = status === 'done' ? definition.sentences.success : definition.sentences.failure;
  const spoken = spokenValues(kindsOf(definition), { ...args, ...(outputs ?? {}) }, lang);
  const sentence = own === '' ? say[status] : fillSentence(own, spoken, namesOf(definition), asWords);
  if (status === 'failed') return sentence;
  const shown = definition.response.outputs.filter(({ name }) => !own.includes(`{${name}}`));
  const isNamed = shown.length < definition.response.outputs.length;
  const lines = isNamed
    ? []
    : shown.flatMap((output) => {
        const value = outputs && spoken[output.name];
        return value === null || value === undefined
          ? []
          : [`- ${asWords(labelOf(output))}: ${asWords(shownValue(value))}`];
      });
  return [sentence, ...lines].join('\n');
}
