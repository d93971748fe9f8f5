import type { LeadFieldShape } from '@antiphon/contract/lead-fields';
import { expect, test } from 'vitest';
import { decodeTable, readTable, toImportRows, toPreview } from './import.rules.ts';

const FIELDS: LeadFieldShape[] = [
  { key: 'name', label: 'Name', type: 'text', choices: [], isRequired: false },
  { key: 'budget', label: 'Budget', type: 'number', choices: [], isRequired: false },
];
const table = (text: string) => {
  const read = readTable(text);
  if (!read) throw new Error('no table');
  return read;
};
const targetsOf = (text: string) => toPreview(table(text), FIELDS).columns.map(({ target }) => target);

test.each([
  ['Name,E-Mail,Phone,Company,Notes,Groups,Budget\na,b,c,d,e,f,1\n', 'name email phone company note groups budget'],
  ['Vorname;Nachname;E-Mail-Adresse;Telefon;Firma\na;b;c;d;e\n', 'name name email phone company'],
  ['Nombre\tCorreo\tTeléfono\tEmpresa\na\tb\tc\td\n', 'name email phone company'],
  ['Nom,Prénom,Courriel,Téléphone,Société\na,b,c,d,e\n', 'name name email phone company'],
  ['الاسم,البريد الإلكتروني,الهاتف\na,b,c\n', 'name email phone'],
  ['Order,Contact\n17,ann@example.com\n', ' email'],
  ['Email,Second email\na@example.com,b@example.com\n', 'email '],
])('columns are guessed: %j', (text, targets) => {
  expect(targetsOf(text).join(' ')).toBe(targets);
});

test('a first row with an address is a lead, and names no columns', () => {
  const read = table('Ann,ann@example.com\nBob,bob@example.com\n');
  expect(read).toMatchObject({ names: ['1', '2'], firstLine: 1 });
  expect(read.rows).toHaveLength(2);
  expect(readTable('Name,Email\n')).toBeNull();
  expect(readTable('')).toBeNull();
});

test('each row is a lead, or its line says why it is none', () => {
  const text = [
    'Name,Email,Phone,Budget,Groups',
    'Ann,ann@example.com,+1 202 555 0143,500,"VIP; vip, News"',
    'Bob,nobody,,,',
    'Eve,,12,,',
    'Kim,kim@example.com,,many,',
    ',,,,VIP',
    `'=Ann,,'+49 30 1234567,,`,
  ].join('\n');
  const { accepted, problems } = toImportRows(table(text), ['name', 'email', 'phone', 'budget', 'groups'], FIELDS);
  expect(accepted).toMatchObject([
    {
      line: 2,
      emailKey: 'ann@example.com',
      phoneKey: '+12025550143',
      custom: { budget: '500' },
      groups: ['vip', 'News'],
    },
    { line: 7, name: '=Ann', phone: '+49 30 1234567' },
  ]);
  expect(problems).toEqual([
    { line: 3, reason: 'email', value: 'nobody' },
    { line: 4, reason: 'phone', value: '12' },
    { line: 5, reason: 'number', value: 'many' },
    { line: 6, reason: 'nobody', value: 'VIP' },
  ]);
});

test('a file of which nothing can be imported says why in its preview', () => {
  const refusal = (text: string) => toPreview(readTable(text), FIELDS).refusal;
  expect(refusal('')).toBe('no_rows');
  expect(refusal('Name,Email\n')).toBe('no_rows');
  expect(refusal(`${'a,'.repeat(200)}a\n${'b,'.repeat(200)}b`)).toBe('too_many_columns');
  expect(refusal(`Name\n${'Ann Smith\n'.repeat(10_001)}`)).toBe('too_many_rows');
  expect(refusal(`Name\n${'Ann Smith\n'.repeat(10_000)}`)).toBeNull();
});

test('a table of another encoding keeps its letters', () => {
  expect(decodeTable(new Uint8Array([0x4a, 0xfc, 0x72, 0x67]))).toBe('Jürg');
  expect(decodeTable(new TextEncoder().encode('Jürg'))).toBe('Jürg');
  expect(decodeTable(new Uint8Array([0xff, 0xfe, 0x4a, 0, 0xfc, 0]))).toBe('Jü');
});
