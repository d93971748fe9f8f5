import { expect, test } from 'vitest';
import { splitSaid, writeSaid } from './inbox.rules.ts';

const offer = { id: 'fil_1', name: 'offer.pdf', type: 'application/pdf', bytes: 9, url: '/api/na/files/fil_1' };
const write = (role: string, text: string, name?: string, attachments = [] as (typeof offer)[], base = '') => {
  const operator = name === undefined ? null : { name };
  return writeSaid({ role, text, attachments, operator }, 'Harbour Bikes', base);
};

test('a mail says who said what, and keeps the numbers of sources to the chat', () => {
  expect(write('visitor', 'Is it [1] or [2]?')).toEqual(['> Is it [1] or [2]?']);
  expect(write('agent', 'A helmet costs 2 euros. [1][12]')).toEqual(['Harbour Bikes: A helmet costs 2 euros.']);
  expect(write('operator', 'Take exit [3].', 'Cleo')).toEqual(['Cleo: Take exit [3].']);
  expect(write('operator', 'Good day.')).toEqual(['Harbour Bikes: Good day.']);
});

test("a person's file stands with its address where one is known, a visitor's by its name", () => {
  const address = 'https://chat.example.com/api/na/files/fil_1';
  expect(write('operator', 'Here it is.', 'Cleo', [offer], 'https://chat.example.com')).toEqual([
    'Cleo: Here it is.',
    `Cleo: offer.pdf ${address}`,
  ]);
  expect(write('operator', '', 'Cleo', [offer])).toEqual(['Cleo: offer.pdf']);
  expect(write('visitor', '', undefined, [offer], 'https://chat.example.com')).toEqual(['> offer.pdf']);
});

test('a mail begins with what operators said since the visitor wrote, and ends with the rest', () => {
  const said = (roles: string) => [...roles].map((letter, n) => ({ role: ROLES[letter] ?? '', n }));
  const split = (roles: string) => {
    const { news, earlier } = splitSaid(said(roles));
    return [news.map(({ n }) => n), earlier.map(({ n }) => n)];
  };
  expect(split('avovoo')).toEqual([
    [4, 5],
    [0, 1, 2, 3],
  ]);
  // The agent is back, and has said something after it.
  expect(split('voa')).toEqual([[1], [0, 2]]);
  expect(split('oo')).toEqual([[0, 1], []]);
});
const ROLES: Record<string, string> = { a: 'agent', v: 'visitor', o: 'operator' };
