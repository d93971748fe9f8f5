import { FUNCTION_FAULTS, sayFunctionFault } from '@antiphon/contract/function-faults';
import type { FunctionInput, FunctionOutput, InputKind } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';
import { parseJson } from '../functions/parse-json.rules.ts';
import { freeName, seenWords } from './tool-words.rules.ts';

type Schema = Record<string, unknown>;
/** `body`: the arguments of a call, as the body of a function's request. */
export type ToolInputs = { inputs: FunctionInput[]; body: string; fault: string | null };

/**
 * What a tool wants to be given, as inputs of a function. What is not required and has another form is left out; what is required and
 * has one makes the tool unfit. A schema is read and never run: patterns and formats of a stranger match nothing here.
 */
export function readToolInputs(schemaText: string): ToolInputs {
  const unfit = (fault: string): ToolInputs => ({ inputs: [], body: '', fault });
  const schema = objectOf(parseJson(schemaText));
  if (!schema) return unfit(FUNCTION_FAULTS.toolSchema);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const all = Object.entries(objectOf(schema.properties) ?? {});
  const wanted = [...all.filter(([name]) => required.has(name)), ...all.filter(([name]) => !required.has(name))];
  const inputs: FunctionInput[] = [];
  const fields: [string, string][] = [];
  const taken = new Set<string>();
  for (const [property, raw] of wanted) {
    const isRequired = required.has(property);
    const form = formOf(raw);
    if (!form && isRequired) return unfit(sayFunctionFault('toolInput', { name: seenWords(property, 60) }));
    if (inputs.length === limits.functionInputsMax && isRequired) return unfit(FUNCTION_FAULTS.toolInputs);
    if (!form || inputs.length === limits.functionInputsMax) continue;
    const name = freeName(property, 'input', taken);
    taken.add(name);
    inputs.push({ ...form, name, description: wordsOf(raw), isRequired, source: 'model', fixedValue: '' });
    fields.push([property, `{${name}}`]);
  }
  for (const name of required)
    if (!all.some(([property]) => property === name))
      return unfit(sayFunctionFault('toolInput', { name: seenWords(String(name), 60) }));
  return { inputs, body: JSON.stringify(Object.fromEntries(fields)), fault: null };
}

/** The fields that a tool answers with; where it names none, the text that it says. */
export function readToolOutputs(schemaText: string): FunctionOutput[] {
  const schema = schemaText === '' ? null : objectOf(parseJson(schemaText));
  const taken = new Set<string>();
  const outputs: FunctionOutput[] = [];
  for (const [property, raw] of Object.entries(objectOf(schema?.properties) ?? {})) {
    const kind = KINDS[formOf(raw)?.kind ?? 'text'];
    const pointer = `/structured/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!formOf(raw) || outputs.length === limits.functionOutputsMax || pointer.length > 200) continue;
    const name = freeName(property, 'field', taken);
    taken.add(name);
    outputs.push({ name, kind, pointer, description: wordsOf(raw) });
  }
  return outputs.length > 0 ? outputs : [{ name: 'result', kind: 'text', pointer: '/text', description: '' }];
}

const KINDS: Record<InputKind, FunctionOutput['kind']> = {
  ...{ text: 'text', date: 'text', datetime: 'text', email: 'text', phone: 'text', choice: 'text' },
  ...{ number: 'number', integer: 'number', boolean: 'boolean', list: 'list' },
};

const FORMATS = new Map<unknown, InputKind>([
  ['date', 'date'],
  ['date-time', 'datetime'],
  ['email', 'email'],
]);
const PLAIN = new Set<unknown>(['number', 'integer', 'boolean']);

function formOf(raw: unknown): Pick<FunctionInput, 'kind' | 'choices'> | null {
  const schema = withoutNull(raw);
  if (!schema || '$ref' in schema) return null;
  const { type, format, items } = schema;
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  if (Array.isArray(choices)) return isChoices(choices) ? { kind: 'choice', choices } : null;
  if (type === 'string') return { kind: FORMATS.get(format) ?? 'text', choices: [] };
  if (PLAIN.has(type)) return { kind: type as InputKind, choices: [] };
  const isTexts = type === 'array' && objectOf(items)?.type === 'string';
  return isTexts ? { kind: 'list', choices: [] } : null;
}

const isChoices = (choices: unknown[]): choices is string[] =>
  choices.length > 0 &&
  choices.length <= limits.functionChoicesMax &&
  choices.every((one) => typeof one === 'string' && one !== '' && one === seenWords(one, 100));

/** Two ways to say that something may be null: `null` among its types, and beside it as another form. */
function withoutNull(raw: unknown): Schema | null {
  const schema = objectOf(raw);
  if (!schema) return null;
  const forms = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(forms)) {
    const [only, ...more] = forms.filter((form) => objectOf(form)?.type !== 'null');
    return more.length === 0 ? objectOf(only) : null;
  }
  if (!Array.isArray(schema.type)) return schema;
  const [type, ...more] = schema.type.filter((one) => one !== 'null');
  return more.length === 0 ? { ...schema, type } : null;
}

function wordsOf(raw: unknown): string {
  const { description, title } = objectOf(raw) ?? {};
  const words = typeof description === 'string' ? description : typeof title === 'string' ? title : '';
  return seenWords(words, limits.functionPartCharsMax);
}

const objectOf = (value: unknown): Schema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null;
