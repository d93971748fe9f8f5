import { isLeadColumn, type LeadColumn, type LeadFieldShape } from '@antiphon/contract/lead-fields';
import { limits } from '@antiphon/contract/limits';
import { asciiDigits, emailKey, phoneKey } from './lead-keys.rules.ts';

export type LeadValues = Partial<Record<LeadColumn, string>>;
export type NotedValues = { values: LeadValues; custom: Record<string, string> };

/** A value as it is kept, or null where it is none of this type. An empty one is always fine: nothing is known. */
export function toValue(type: LeadFieldShape['type'], choices: readonly string[], given: string): string | null {
  const value = oneLine(given).slice(0, limits.leadFieldCharsMax);
  if (value === '') return '';
  switch (type) {
    case 'text':
      return value;
    case 'email':
      return emailKey(value) === '' ? null : value;
    case 'phone':
      return phoneKey(value) === '' ? null : value;
    case 'number':
      return /^[-+]?\d{1,15}(?:[.,]\d{1,10})?$/.test(value) ? value : null;
    case 'choice':
      return choices.find((choice) => choice.toLowerCase() === value.toLowerCase()) ?? null;
  }
}

const COLUMN_TYPES = { name: 'text', email: 'email', phone: 'phone', company: 'text' } as const;

/** The four columns have types of their own, whatever an agent's settings call them. */
export const typeOf = (field: Pick<LeadFieldShape, 'key' | 'type'>): LeadFieldShape['type'] =>
  isLeadColumn(field.key) ? COLUMN_TYPES[field.key] : field.type;

/** What a model wants noted, as far as the agent asks for it and it is what it says: the rest is dropped. */
export function toNoted(fields: readonly LeadFieldShape[], given: Readonly<Record<string, unknown>>): NotedValues {
  const noted: NotedValues = { values: {}, custom: {} };
  for (const field of fields) {
    const raw = given[field.key];
    if (typeof raw !== 'string' && typeof raw !== 'number') continue;
    const value = toValue(typeOf(field), field.choices, String(raw));
    if (value === null || value === '') continue;
    if (isLeadColumn(field.key)) noted.values[field.key] = value;
    else noted.custom[field.key] = value;
  }
  return noted;
}

/**
 * Without addresses and numbers that stand nowhere in the visitor's own words: a model may have read them in a document, whose
 * author would then fill in who the visitor is. `words` are the visitor's messages.
 */
export function onlySaid(fields: readonly LeadFieldShape[], noted: NotedValues, words: readonly string[]): NotedValues {
  const text = asciiDigits(words.join('\n')).toLowerCase();
  const types = new Map(fields.map((field) => [field.key, typeOf(field)]));
  const keep = <Values extends Record<string, string>>(values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([key, value]) => isSaid(types.get(key), value, text))) as Values;
  return { values: keep(noted.values as Record<string, string>), custom: keep(noted.custom) };
}

function isSaid(type: LeadFieldShape['type'] | undefined, value: string, text: string): boolean {
  if (type === 'email') return addressesIn(text).includes(emailKey(value));
  return type !== 'phone' || numbersIn(text).some((number) => isSameNumber(digitsOf(phoneKey(value)), number));
}

const addressesIn = (text: string) => (text.match(/[^\s<>()[\]"',;:]+@[a-z\d.-]*[a-z\d]/g) ?? []).map(emailKey);
const numbersIn = (text: string) => (text.match(/\d[\d\s().\-/]{4,}\d/g) ?? []).map(digitsOf);
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/** With its country's code, at most four digits, or without. */
function isSameNumber(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SAME_DIGITS_MIN && long.length - short.length <= COUNTRY_DIGITS_MAX && long.endsWith(short);
}

const SAME_DIGITS_MIN = 5;
const COUNTRY_DIGITS_MAX = 4;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
