import { expect, test } from 'vitest';
import { questionsOf, whyOver } from './handoffs.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each<[what: string, state: 'bot' | 'waiting' | 'held', operator: number, since: number, why: string | null]>([
  ['an operator who wrote just now', 'held', 0, 0, null],
  ['an operator a moment before their time', 'held', 9.9, 60, null],
  ['a silent operator, however much the visitor writes', 'held', 10, 0, 'inactive'],
  ['a wait a moment before its end', 'waiting', 60, 2.9, null],
  ['a wait in which nobody came', 'waiting', 0, 3, 'expired'],
  ['an agent', 'bot', 600, 600, null],
])('goes back by itself: %s', (_what, handoff, operator, since, why) => {
  const held = { handoff, operatorAt: ago(operator), giveBackMinutes: 10, handoffSince: ago(since) };
  expect(whyOver(held, now)).toBe(why);
});

test('the last questions, and those without an answer', () => {
  const said = (role: string, text: string, isUnknown = false) => ({ id: text, role, text, isUnknown });
  const many = Array.from({ length: 7 }, (_, at) => said('visitor', `Question ${at}`));
  expect(questionsOf(many).questions).toEqual(['Question 2', 'Question 3', 'Question 4', 'Question 5', 'Question 6']);
  expect(
    questionsOf([
      said('agent', 'Hello'),
      said('visitor', 'Open on Sunday?'),
      said('agent', 'I do not know', true),
      said('visitor', 'What does it cost?'),
      said('agent', '28 euros'),
    ]),
  ).toEqual({ questions: ['Open on Sunday?', 'What does it cost?'], unanswered: ['Open on Sunday?'] });
});
