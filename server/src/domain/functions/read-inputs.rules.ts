import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import type { FunctionInput } from '@antiphon/contract/function-parts';
import { limits } from '@antiphon/contract/limits';

export type InputValue = string | number | boolean | string[];
/** By the name of the input; one that is not required may be missing. */
export type InputValues = ReadonlyMap<string, InputValue>;
export type InputFault = { input: string; message: string };

/** The parts of a date that JSON schemas and people write; that the day exists is looked at apart. */
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
const EMAIL = /^[^\s@<>()[\],;:"\\]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}$/i;

/**
 * Values as the inputs want them: a form's texts and a model's numbers alike. What was given beside them is left out. A `fixed`
 * input has its own value, whatever was given. Whether a `said` one was said is looked at apart.
 */
export function readInputs(
  inputs: readonly FunctionInput[],
  given: Readonly<Record<string, unknown>>,
): { values: InputValues; faults: InputFault[] } {
  const values = new Map<string, InputValue>();
  const faults: InputFault[] = [];
  for (const input of inputs) {
    const raw =
      input.source === 'fixed' ? input.fixedValue : Object.hasOwn(given, input.name) ? given[input.name] : null;
    const isMissing = raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
    if (isMissing) {
      if (input.isRequired) faults.push({ input: input.name, message: FUNCTION_FAULTS.given });
      continue;
    }
    const value = readValue(input, raw);
    if (value === null) faults.push({ input: input.name, message: FUNCTION_FAULTS[input.kind] });
    else values.set(input.name, value);
  }
  return { values, faults };
}

function readValue({ kind, choices }: FunctionInput, raw: unknown): InputValue | null {
  if (kind === 'list') return readList(raw);
  if (kind === 'boolean')
    return typeof raw === 'boolean' ? raw : (BOOLEANS.get(String(raw).trim().toLowerCase()) ?? null);
  if (kind === 'number' || kind === 'integer') return readNumber(raw, kind === 'integer');
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (!isText(text)) return null;
  const trimmed = text.trim();
  if (kind === 'text') return trimmed;
  if (kind === 'choice') return choices.find((choice) => choice.toLowerCase() === trimmed.toLowerCase()) ?? null;
  if (kind === 'date') return isDate(trimmed) ? trimmed : null;
  if (kind === 'datetime') return isDate(DATE_TIME.exec(trimmed)?.[1] ?? '') ? trimmed : null;
  if (kind === 'email') return trimmed.length <= 254 && EMAIL.test(trimmed) ? trimmed : null;
  return readPhone(trimmed);
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

/** Text that can be stored and sent: no lone half of a character, no NUL. */
const isText = (raw: unknown): raw is string =>
  typeof raw === 'string' &&
  raw.length <= limits.functionValueCharsMax &&
  raw.isWellFormed() &&
  !raw.includes('\u0000');

function readList(raw: unknown): string[] | null {
  const items = typeof raw === 'string' ? raw.split('\n').filter((line) => line.trim() !== '') : raw;
  if (!Array.isArray(items) || items.length > limits.functionListMax) return null;
  return items.every(isText) ? items.map((item) => item.trim()) : null;
}

function readNumber(raw: unknown, isWhole: boolean): number | null {
  if (typeof raw === 'string' && !/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(raw)) return null;
  const number = typeof raw === 'string' ? Number(raw) : raw;
  if (typeof number !== 'number' || !Number.isFinite(number)) return null;
  return isWhole && !Number.isSafeInteger(number) ? null : number;
}

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1_000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** In the one form that systems agree on: + and digits. */
function readPhone(text: string): string | null {
  if (!/^\+[\d ().\-/]{5,30}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 6 && digits.length <= 15 ? `+${digits}` : null;
}
