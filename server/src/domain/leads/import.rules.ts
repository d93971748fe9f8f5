import {
  GROUP_TARGET,
  isLeadColumn,
  LEAD_COLUMNS,
  type LeadColumn,
  type LeadFieldShape,
  NO_TARGET,
  NOTE_TARGET,
} from '@antiphon/contract/lead-fields';
import type { IMPORT_REFUSALS, ImportPreview, ImportProblem } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import Papa from 'papaparse';
import { keysOf } from '../lead-capture/lead-keys.rules.ts';
import { toValue, typeOf } from '../lead-capture/lead-values.rules.ts';
import { isEmail, type LeadContent, NO_CONTENT } from './leads.rules.ts';

/** `firstLine` is where the first row stands in the file, counted from 1. */
export type Table = { names: string[]; rows: string[][]; firstLine: number };

/** UTF-8, or what spreadsheets of the West write otherwise. */
export function decodeTable(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Separators are found out. A first row that holds an address names no columns: it is a lead. Null where there is no row. */
export function readTable(text: string): Table | null {
  const { data } = Papa.parse<string[]>(text.replaceAll('\0', ''), {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    preview: limits.leadImportRowsMax + 2,
  });
  const [first] = data;
  if (!first) return null;
  const hasNames = !first.some((cell) => isEmail(cell));
  const rows = hasNames ? data.slice(1) : data;
  if (rows.length === 0) return null;
  const width = Math.max(...rows.slice(0, 100).map((row) => row.length), first.length);
  const names = Array.from({ length: width }, (_, at) => (hasNames ? oneLine(first[at] ?? '') : ''));
  return { names: names.map((name, at) => name.slice(0, 80) || `${at + 1}`), rows, firstLine: hasNames ? 2 : 1 };
}

type Refusal = (typeof IMPORT_REFUSALS)[number];

/** Why nothing of a table is imported; null where it can be. */
export function refusalOf(table: Table | null): Refusal | null {
  if (!table) return 'no_rows';
  if (table.names.length > limits.leadImportColumnsMax) return 'too_many_columns';
  return table.rows.length > limits.leadImportRowsMax ? 'too_many_rows' : null;
}

const SAMPLES = 3;

export function toPreview(table: Table | null, fields: readonly LeadFieldShape[]): ImportPreview {
  const refusal = refusalOf(table);
  if (!table || refusal) return { columns: [], rows: 0, refusal };
  const { names, rows } = table;
  const targets = guessTargets(names, rows, fields);
  const columns = names.map((name, at) => ({
    name,
    target: targets[at] ?? NO_TARGET,
    samples: rows
      .map((row) => oneLine(row[at] ?? '').slice(0, 60))
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES),
  }));
  return { columns, rows: rows.length, refusal };
}

/** Words of a column's name, in the languages of the dashboard. */
const WORDS: [target: string, words: RegExp][] = [
  [GROUP_TARGET, /^(groups?|tags?|gruppen?|etiquetas?|grupos?|groupes?|[ée]tiquettes?|مجموعة|المجموعات|مجموعات)$/],
  ['email', /(e-?mail|^mail$|correo|courriel|البريد|بريد)/],
  ['phone', /(phone|telefon|^tel\.?$|mobile?|handy|tel[ée]fono|m[óo]vil|celular|portable|الهاتف|هاتف|جوال)/],
  [
    'company',
    /(company|organi[sz]ation|firma|unternehmen|empresa|compa[ñn][íi]a|soci[ée]t[ée]|entreprise|الشركة|شركة)/,
  ],
  [NOTE_TARGET, /^(notes?|comments?|notiz(en)?|bemerkung(en)?|notas?|comentarios?|remarques?|commentaires?|ملاحظات?)$/],
  ['name', /(name|^nom$|pr[ée]nom|nombre|apellidos?|الاسم|اسم)/],
];

/** By what a column is called, else by what stands in it. First and last name go to one. */
function guessTargets(
  names: readonly string[],
  rows: readonly string[][],
  fields: readonly LeadFieldShape[],
): string[] {
  const taken = new Set<string>();
  return names.map((name, at) => {
    const called = oneLine(name).toLowerCase();
    const own = fields.find(({ key, label }) => key === called || label.toLowerCase() === called)?.key;
    const word = WORDS.find(([, words]) => words.test(called))?.[0];
    const cells = rows.slice(0, 20).map((row) => row[at] ?? '');
    const held = cells.some(isEmail) ? 'email' : undefined;
    const target = own ?? word ?? held ?? NO_TARGET;
    if (target !== 'name' && taken.has(target)) return NO_TARGET;
    taken.add(target);
    return target;
  });
}

export type ImportRow = LeadContent & ReturnType<typeof keysOf> & { line: number; groups: string[] };

export type ImportRows = { accepted: ImportRow[]; problems: ImportProblem[] };

/** Each row as a lead, or the reason why it is none. */
export function toImportRows(
  { rows, firstLine }: Pick<Table, 'rows' | 'firstLine'>,
  targets: readonly string[],
  fields: readonly LeadFieldShape[],
): ImportRows {
  const accepted: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  rows.forEach((cells, at) => {
    const line = firstLine + at;
    const read = readRow(cells, targets, fields);
    if ('reason' in read) problems.push({ line, ...read });
    else accepted.push({ ...read, ...keysOf(read), line });
  });
  return { accepted, problems };
}

type Refused = Omit<ImportProblem, 'line'>;

function readRow(
  cells: readonly string[],
  targets: readonly string[],
  fields: readonly LeadFieldShape[],
): (LeadContent & { groups: string[] }) | Refused {
  const found: LeadContent & { groups: string[] } = { ...NO_CONTENT, custom: {}, groups: [] };
  for (const [at, target] of targets.entries()) {
    const cell = bare(cells[at] ?? '');
    if (cell === '' || target === NO_TARGET) continue;
    if (target === NOTE_TARGET) found.note = cell.slice(0, limits.leadNoteCharsMax);
    else if (target === GROUP_TARGET) found.groups = groupsOf(cell);
    else {
      const refused = putValue(found, target, cell, fields);
      if (refused) return refused;
    }
  }
  if (found.name === '' && found.email === '' && found.phone === '')
    return { reason: 'nobody', value: cells.join(' ').trim().slice(0, 200) };
  return found;
}

function putValue(
  found: LeadContent,
  key: string,
  cell: string,
  fields: readonly LeadFieldShape[],
): Refused | undefined {
  const field = fields.find((one) => one.key === key);
  const type = isLeadColumn(key) ? typeOf({ key, type: 'text' }) : (field?.type ?? 'text');
  const value = toValue(type, field?.choices ?? [], cell);
  if (value === null) return { reason: type, value: cell.slice(0, 200) };
  if (key === 'name' && found.name !== '') found.name = `${found.name} ${value}`.slice(0, limits.leadFieldCharsMax);
  else if (isLeadColumn(key)) found[key] = value;
  else found.custom[key] = value;
  return undefined;
}

/** What we put before a formula when we export, and what people see as an empty cell, is not part of a value. */
const bare = (cell: string) => cell.replace(/^\s*'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/u, '').trim();

const groupsOf = (cell: string): string[] => [
  ...new Map(
    cell
      .split(/[;|,]/)
      .map((name) => oneLine(name).slice(0, limits.leadGroupNameCharsMax))
      .filter((name) => name !== '')
      .map((name) => [name.toLowerCase(), name]),
  ).values(),
];

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** What was empty is filled; nothing that is known is overwritten. */
export function fillEmpty<Known extends LeadContent>(known: Known, given: LeadContent): Known {
  const filled = Object.fromEntries(LEAD_COLUMNS.map((key) => [key, known[key] || given[key]])) as Record<
    LeadColumn,
    string
  >;
  const custom = { ...given.custom, ...known.custom };
  return { ...known, ...filled, ...keysOf(filled), custom, note: known.note || given.note };
}
