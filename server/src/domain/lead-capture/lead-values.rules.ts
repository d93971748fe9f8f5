import { isLeadColumn, type LeadColumn, type LeadFieldShape } from '@antiphon/contract/lead-fields';
import { limits } from '@antiphon/contract/limits';
import { emailKey, phoneKey } from './lead-keys.rules.ts';

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

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
