import type { Message } from '@antiphon/contract/events';
import { expect, it } from 'vitest';
import { toTurns } from './turns.ts';

const message = (role: Message['role'], text: string) =>
  ({ id: text, role, text, attachments: [] }) as unknown as Message;

it('makes a turn of each answer, without the greeting', () => {
  const turns = toTurns([
    message('agent', 'Hello'),
    message('visitor', 'When do you open?'),
    message('agent', 'At nine.'),
    message('visitor', 'And'),
    message('visitor', 'on Sunday?'),
    message('agent', 'Closed.'),
    message('visitor', 'Thanks'),
  ]);
  expect(turns.map(({ question, reply }) => [question, reply.text])).toEqual([
    ['When do you open?', 'At nine.'],
    ['And on Sunday?', 'Closed.'],
  ]);
});
