import type { Message } from '@antiphon/contract/events';
import { expect, test } from 'vitest';
import { lineAt, recordedLines } from './recorded-lines.ts';

const FROM = Date.parse('2026-11-01T10:00:00Z');
const said = (seconds: number, role: string, text: string) =>
  ({ id: `${seconds}`, role, text, createdAt: new Date(FROM + seconds * 1_000).toISOString() }) as unknown as Message;

test('a line is found in the sound by when it was said; what was written before, after or beside is none', () => {
  const messages = [
    said(-30, 'visitor', 'Before the call'),
    said(0, 'agent', 'Hello!'),
    said(10, 'visitor', 'x'.repeat(20)),
    said(11, 'agent', 'An answer.'),
    said(12, 'system', 'Olga joined'),
    said(13, 'agent', ' '),
    said(90, 'visitor', 'After the call'),
  ];
  const lines = recordedLines(messages, FROM, FROM + 60_000);
  expect(lines.map(({ id, at }) => [id, Math.round(at * 10) / 10])).toEqual([
    ['0', 0],
    ['10', 8.7],
    ['11', 11],
  ]);
  expect([lineAt(lines, 5)?.id, lineAt(lines, 8.7)?.id, lineAt(lines, 500)?.id]).toEqual(['0', '10', '11']);
  expect(lineAt([], 5)).toBeUndefined();
});
