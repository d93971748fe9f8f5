import type { Flow, FlowSection, FlowValue, FlowVariable, NodeOf } from '@antiphon/contract/flow-parts';
import { FunctionInput } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { wordsOf } from '../answers/answer-words.rules.ts';
import { asciiDigits } from '../lead-capture/lead-keys.rules.ts';
import { matchIntent } from '../understanding/match-intent.rules.ts';
import { isRefusal, readAnswer, readSlots } from '../understanding/read-slots.rules.ts';
import { keptAs, type Vars } from './flow-values.rules.ts';

/** What the visitor wrote, or pressed. */
export type Heard = { text: string; choiceId: string | null; at: number };

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Buttons below a question whose answers are few. They send words, which are read as any others. */
export const choicesOf = ({ kind, choices }: FlowVariable): { id: string; label: string }[] =>
  kind === 'choice' && choices.length <= limits.flowChoicesMax
    ? choices.map((label, at) => ({ id: `choice${at + 1}`, label }))
    : [];

/** The one that was pressed, or whose words or number were written. */
export function pickChoice<Choice extends { id: string; label: string }>(
  choices: readonly Choice[],
  { text, choiceId }: Pick<Heard, 'text' | 'choiceId'>,
): Choice | undefined {
  const pressed = choiceId === null ? undefined : choices.find(({ id }) => id === choiceId);
  if (pressed) return pressed;
  const words = wordsOf(text).join(' ');
  const named = words === '' ? undefined : choices.find(({ label }) => wordsOf(label).join(' ') === words);
  const plain = text.trim().toLowerCase();
  const same = named ?? choices.find(({ label }) => label.trim().toLowerCase() === plain);
  const number = /^\s*(?:#|no\.?\s?|nr\.?\s?)?(\d{1,2})[.)]?\s*$/i.exec(asciiDigits(text))?.[1];
  return same ?? (number ? choices[Number(number) - 1] : undefined);
}

/** `kind` of an input of a function reads what the same kind of a variable does. */
const inputOf = ({ name, kind, choices }: FlowVariable) =>
  FunctionInput.parse({ name, kind, choices, source: 'model' });

export type Answer = { kind: 'value'; value: FlowValue } | { kind: 'question' | 'refused' | 'unread' };

/** What a message answers that was asked for one variable. */
export function hearAnswer(variable: FlowVariable, heard: Heard): Answer {
  const { text, at } = heard;
  const isQuestion = /[?؟]\s*$/.test(text);
  const picked = variable.kind === 'choice' ? pickChoice(choicesOf(variable), heard)?.label : undefined;
  const isWords = variable.kind === 'text';
  if (isRefusal(text) && variable.kind !== 'boolean') return { kind: 'refused' };
  const read =
    isWords && isQuestion ? undefined : (picked ?? readAnswer(inputOf(variable), { text, today: dayOf(at) }));
  const value = keptAs(variable, read);
  if (value !== undefined) return { kind: 'value', value };
  return { kind: isQuestion ? 'question' : 'unread' };
}

const CORRECTION =
  /^(?:no|nope|nein|non|لا|sorry|actually|correction|wait|doch|moment|perdón|mejor|en fait|plutôt|بل)(?:[\s,.:;!،–-]+)(\S.*)$/isu;
/** What is read out of a sentence in passing, and is nothing else. */
const CLEAR = new Set<FlowVariable['kind']>(['number', 'date', 'email', 'phone', 'choice']);

/**
 * What a visitor takes back of what they said before: "no, 4 people". Where several could be meant, the one that is named. `asked`:
 * for which they were just asked, and which is the likelier one where it reads the same.
 */
export function hearCorrection(
  flow: Flow,
  vars: Vars,
  { text, at }: Heard,
  asked: string | null,
): { name: string; value: FlowValue } | null {
  const rest = CORRECTION.exec(text.trim())?.[1];
  if (rest === undefined || text.length > 300) return null;
  const readable = flow.variables.flatMap((variable) => {
    if (!CLEAR.has(variable.kind)) return [];
    const read = readSlots([inputOf(variable)], { text: rest, today: dayOf(at) }, {})[variable.name];
    const value = keptAs(variable, read);
    return value === undefined ? [] : [{ name: variable.name, value }];
  });
  const words = wordsOf(text);
  const isNamed = ({ name }: { name: string }) =>
    name.split('_').some((part) => wordsOf(part).some((one) => words.includes(one)));
  const known = readable.filter(({ name }) => name !== asked && Object.hasOwn(vars, name));
  const named = known.filter(isNamed);
  if (named.length === 1) return named[0] ?? null;
  return known.length === 1 && !readable.some(({ name }) => name === asked) ? (known[0] ?? null) : null;
}

/** The global section that a message asks for. */
export function hearSection(flow: Flow, text: string): FlowSection | undefined {
  const intents = flow.sections
    .filter(({ examples }) => examples.length >= limits.functionExamplesMin)
    .map(({ id, examples }) => ({ name: id, examples, isEffect: true, ownWords: [] }));
  const meant = intents.length === 0 ? null : matchIntent(text, intents);
  return meant?.kind === 'sure' ? flow.sections.find(({ id }) => id === meant.name) : undefined;
}

/** The exit of a step that a message takes where no language model reads it. */
export function hearExit({ exits }: NodeOf<'step'>, text: string): string | null {
  const intents = exits
    .filter(({ examples }) => examples.length >= limits.functionExamplesMin)
    .map(({ id, examples }) => ({ name: id, examples, isEffect: true, ownWords: [] }));
  const meant = intents.length === 0 ? null : matchIntent(text, intents);
  return meant?.kind === 'sure' ? meant.name : null;
}
