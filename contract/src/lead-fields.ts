/** Free of validators, so that screens can import it. */

/** Fields of every lead; the others of an agent are its own. */
export const LEAD_COLUMNS = ['name', 'email', 'phone', 'company'] as const;
export type LeadColumn = (typeof LEAD_COLUMNS)[number];

export const LEAD_FIELD_TYPES = ['text', 'email', 'phone', 'number', 'choice'] as const;
export type LeadFieldType = (typeof LEAD_FIELD_TYPES)[number];

/** What an agent notes of a visitor. `isRequired`: a language model asks for it when it fits. */
export type LeadFieldShape = {
  key: string;
  label: string;
  type: LeadFieldType;
  choices: string[];
  isRequired: boolean;
};

export const isLeadColumn = (key: string): key is LeadColumn => (LEAD_COLUMNS as readonly string[]).includes(key);

/** `widget`: the contact form, or who the page said that they are; `conversation`: their own words. */
export const LEAD_SOURCES = ['widget', 'conversation', 'import', 'manual'] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

export const LEAD_SORTS = ['created', 'seen', 'name'] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** Where a column of an imported table goes: a field's key, the groups, the note, or nowhere. */
export type ImportTarget = string;
export const NO_TARGET = '';
export const GROUP_TARGET = 'groups';
export const NOTE_TARGET = 'note';
