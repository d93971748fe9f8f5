import { expect, test } from 'vitest';
import { splitSaid, withLeftMessage, writeSaid } from './inbox.rules.ts';

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

// Planted: nothing is put in -> who left "Are two places free?" reads a mail that says "Yes, two." to what they asked before.
test('a mail tells what was left beside the address, where it was left', () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
  const one = (role: string, seconds: number) => ({
    role,
    text: role,
    attachments: [],
    operator: null,
    createdAt: at(seconds),
  });
  const said = [one('visitor', 1), one('agent', 2), one('operator', 9)];
  const texts = (text: string, left: Date | null) => withLeftMessage(said, text, left).map((message) => message.text);
  expect(texts('Are two places free?', at(5))).toEqual(['visitor', 'agent', 'Are two places free?', 'operator']);
  expect(texts('And tea?', at(12))).toEqual(['visitor', 'agent', 'operator', 'And tea?']);
  expect(texts('', at(5))).toHaveLength(3);
  expect(splitSaid(withLeftMessage(said, 'Are two places free?', at(5))).earlier.at(-1)?.text).toBe(
    'Are two places free?',
  );
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
