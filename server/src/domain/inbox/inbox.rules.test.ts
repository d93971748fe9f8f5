import { expect, test } from 'vitest';
import { writeSaid } from './inbox.rules.ts';

test('a mail says who said what, and keeps the numbers of sources to the chat', () => {
  const write = (role: string, text: string, name?: string) =>
    writeSaid({ role, text, operator: name === undefined ? null : { name } }, 'Harbour Bikes');
  expect(write('visitor', 'Is it [1] or [2]?')).toBe('> Is it [1] or [2]?');
  expect(write('agent', 'A helmet costs 2 euros. [1][12]')).toBe('Harbour Bikes: A helmet costs 2 euros.');
  expect(write('operator', 'Take exit [3].', 'Cleo')).toBe('Cleo: Take exit [3].');
  expect(write('operator', 'Good day.')).toBe('Harbour Bikes: Good day.');
});
