import { CSV_MARK, csvLine as csvRow } from '@antiphon/contract/csv';
import type { Issue } from '@antiphon/contract/errors';
import { isLeadColumn, LEAD_COLUMNS, type LeadColumn, type LeadFieldShape } from '@antiphon/contract/lead-fields';
import type { Lead, LeadFilters, LeadGroup, LeadSelection, NewLead } from '@antiphon/contract/leads';
import { emailKey, keysOf } from '../lead-capture/lead-keys.rules.ts';
import { toValue, typeOf } from '../lead-capture/lead-values.rules.ts';
import type { LeadChoice, LeadQuery, LeadRow } from './leads.queries.ts';

export type LeadContent = Record<LeadColumn, string> & { custom: Record<string, string>; note: string };

/** Deleted leads can be restored for this long. */
export const RESTORABLE_MS = 60 * 60_000;

export const NO_CONTENT: LeadContent = { name: '', email: '', phone: '', company: '', custom: {}, note: '' };

export function toLead(row: LeadRow, groups: Pick<LeadGroup, 'id' | 'name'>[], conversations: number): Lead {
  const { id, agentId, name, email, phone, company, custom, note, source } = row;
  return {
    id,
    agentId,
    name,
    email,
    phone,
    company,
    custom,
    note,
    source,
    groups,
    conversations,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  };
}

/** What the form of a lead says, put over what is there. Issues name the field; `custom.{key}` for one of the agent's own. */
export function applyChange(
  fields: readonly LeadFieldShape[],
  before: LeadContent,
  change: NewLead,
): { content: LeadContent; issues: Issue[] } {
  const issues: Issue[] = [];
  const content: LeadContent = { ...before, custom: { ...before.custom }, note: change.note ?? before.note };
  for (const key of LEAD_COLUMNS) {
    const given = change[key];
    if (given === undefined || given === before[key]) continue;
    const value = toValue(typeOf({ key, type: 'text' }), [], given);
    if (value === null) issues.push({ path: key, message: SENTENCES[key] ?? '' });
    else content[key] = value;
  }
  for (const [key, given] of Object.entries(change.custom ?? {})) {
    if (given === before.custom[key]) continue;
    const field = fields.find((one) => one.key === key && !isLeadColumn(key));
    const value = given === '' ? '' : field ? toValue(field.type, field.choices, given) : null;
    if (value === null) issues.push({ path: `custom.${key}`, message: 'This is not a value of this field.' });
    else if (value === '') delete content.custom[key];
    else content.custom[key] = value;
  }
  if (content.name === '' && content.email === '' && content.phone === '')
    issues.push({ path: 'name', message: 'Please enter a name, an email or a phone number.' });
  return { content, issues };
}

const SENTENCES: Partial<Record<LeadColumn, string>> = {
  email: 'Please enter a valid email',
  phone: 'Please enter a valid phone number.',
};

/** As a row holds it. */
export const toColumns = (content: LeadContent) => ({ ...content, ...keysOf(content) });

/** Fields and further keys that leads still hold, although the agent does not ask for them any more. */
export const ownFields = (fields: readonly LeadFieldShape[]) => fields.filter(({ key }) => !isLeadColumn(key));

/** With the mark by which spreadsheets know UTF-8. */
export const csvHead = (fields: readonly LeadFieldShape[]): string =>
  CSV_MARK +
  csvRow([
    ...LEAD_COLUMNS,
    ...ownFields(fields).map(({ label }) => label),
    'groups',
    'note',
    'source',
    'createdAt',
    'lastSeenAt',
  ]);

export const csvLine = (fields: readonly LeadFieldShape[], lead: Lead): string =>
  csvRow([
    ...LEAD_COLUMNS.map((key) => lead[key]),
    ...ownFields(fields).map(({ key }) => lead.custom[key] ?? ''),
    lead.groups.map(({ name }) => name).join('; '),
    lead.note,
    lead.source,
    lead.createdAt,
    lead.lastSeenAt,
  ]);

/** What a search for a number compares: digits of another writing are the same number. */
export const digitsOf = (search: string) => (/^[+\d\s().\-/]{4,}$/.test(search) ? search.replace(/\D/g, '') : '');

export const toQuery = (filters: LeadFilters): LeadQuery => ({
  ...filters,
  digits: digitsOf(filters.search?.trim() ?? ''),
});

/** What is chosen, as the queries take it. */
export const toChoice = ({ leadIds, matching }: LeadSelection): LeadChoice =>
  matching ? { matching: toQuery(matching) } : { leadIds };

export const isEmail = (text: string) => emailKey(text) !== '';
