import type { Choice } from '@antiphon/contract/events';
import type { Flow, FlowValue, FlowVariable, NodeOf } from '@antiphon/contract/flow-parts';
import { choicesOf, type Heard, hearAnswer, pickChoice } from './hear-visitor.rules.ts';

type Form = NodeOf<'form'>;
type Field = Form['fields'][number];
/** What a form is said and heard with. `plain` fills variables into a text. */
type Talk = { flow: Flow; lang: string; plain(text: string): string };

const WORDS = {
  en: { send: 'Send', yes: 'Yes', no: 'No' },
  de: { send: 'Senden', yes: 'Ja', no: 'Nein' },
  es: { send: 'Enviar', yes: 'Sí', no: 'No' },
  fr: { send: 'Envoyer', yes: 'Oui', no: 'Non' },
  ar: { send: 'إرسال', yes: 'نعم', no: 'لا' },
};
const wordsIn = (lang: string) => WORDS[lang.split('-')[0]?.toLowerCase() as keyof typeof WORDS] ?? WORDS.en;

const variableOf = ({ variables }: Flow, { variable }: Field): FlowVariable | undefined =>
  variables.find(({ name }) => name === variable);

const valuesOf = ({ kind, choices }: FlowVariable, lang: string): string[] => {
  const { yes, no } = wordsIn(lang);
  return kind === 'boolean' ? [yes, no] : choices;
};

/** With its fields below its words; or, of what is left, the first field as a question, with buttons where its values are few. */
export function wordsOfForm(
  node: Form,
  left: readonly string[] | null,
  { flow, lang, plain }: Talk,
): { text: string; choices: Choice[] } {
  const field = node.fields.find(({ id }) => id === left?.[0]);
  const variable = field && variableOf(flow, field);
  if (field && variable) return { text: field.label, choices: fieldChoices(variable, lang) };
  const fields = node.fields.flatMap(({ id, label, isRequired, ...rest }) => {
    const its = variableOf(flow, { id, label, isRequired, ...rest });
    return its ? [{ id, label: plain(label), kind: its.kind, isRequired, choices: valuesOf(its, lang) }] : [];
  });
  return { text: node.text, choices: [{ id: node.id, label: plain(node.button) || wordsIn(lang).send, fields }] };
}

const fieldChoices = (variable: FlowVariable, lang: string): Choice[] =>
  choicesOf({
    ...variable,
    kind: variable.kind === 'boolean' ? 'choice' : variable.kind,
    choices: valuesOf(variable, lang),
  });

type Open = { left: string[] | null; tries: number };
export type HeardForm = {
  values: Record<string, FlowValue>;
  /** Where it goes on: by an exit, with an answer from knowledge, or with what is left. */
  next: 'done' | 'notGiven' | 'answer' | Open;
};

/** Lines that name fields fill these in; other words answer the field that is asked for, at first the first one. */
export function hearForm(node: Form, { left, tries }: Open, heard: Heard, talk: Talk): HeardForm {
  const asked = node.fields.filter(({ id }) => left === null || left.includes(id));
  const lines = readLines(node, heard, talk);
  if (lines) {
    const rest = asked.filter(({ id, isRequired }) => isRequired && !lines.filled.has(id));
    const isSame = left !== null && rest[0]?.id === left[0];
    return { values: lines.values, next: goOn(node, rest, isSame ? tries + 1 : 0) };
  }
  const [field, ...rest] = asked;
  const variable = field && variableOf(talk.flow, field);
  if (!field || !variable) return { values: {}, next: goOn(node, rest, 0) };
  const picked = pickChoice(fieldChoices(variable, talk.lang), heard)?.label;
  const answer = hearAnswer(variable, { ...heard, choiceId: null, text: picked ?? heard.text });
  if (answer.kind === 'value') return { values: { [variable.name]: answer.value }, next: goOn(node, rest, 0) };
  if (answer.kind === 'question') return { values: {}, next: 'answer' };
  if (answer.kind === 'refused') return { values: {}, next: field.isRequired ? 'notGiven' : goOn(node, rest, 0) };
  return { values: {}, next: goOn(node, asked, tries + 1) };
}

const goOn = ({ triesMax }: Form, left: readonly Field[], tries: number): HeardForm['next'] => {
  if (left.length === 0) return 'done';
  return tries >= triesMax ? 'notGiven' : { left: left.map(({ id }) => id), tries };
};

/** What a message says of the fields that it names, `Label: value` on a line each; null where it names none. */
function readLines({ fields }: Form, { text, at }: Heard, { flow, plain }: Talk) {
  const values: Record<string, FlowValue> = {};
  const filled = new Set<string>();
  let isNamed = false;
  const lines = text.split('\n').map((line) => line.trim());
  for (const field of fields) {
    const label = `${plain(field.label).toLowerCase()}:`;
    const line = lines.find((one) => one.toLowerCase().startsWith(label));
    const variable = variableOf(flow, field);
    if (line === undefined || !variable) continue;
    isNamed = true;
    const answer = hearAnswer(variable, { text: line.slice(label.length).trim(), choiceId: null, at });
    if (answer.kind !== 'value') continue;
    values[variable.name] = answer.value;
    filled.add(field.id);
  }
  return isNamed ? { values, filled } : null;
}
