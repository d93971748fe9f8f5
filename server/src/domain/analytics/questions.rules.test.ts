import { newAgentId, newConversationId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { joinQuestions } from './questions.rules.ts';

test('what is the same question counts together, under its latest words; marks alone stay what they are', () => {
  const agentId = newAgentId();
  const conversationId = newConversationId();
  const row = (question: string, asked: number, unknown: number, lastAskedAt: string) => ({
    ...{ question, asked, unknown, lastAskedAt, agentId, conversationId },
  });
  const found = [
    row('¿Cuánto cuesta?', 4, 1, '2026-11-01T00:00:00.000Z'),
    row('When do you open', 5, 0, '2026-11-02T00:00:00.000Z'),
    row('cuanto cuesta', 3, 2, '2026-11-03T00:00:00.000Z'),
    row('??', 1, 1, '2026-11-04T00:00:00.000Z'),
    row('!!', 1, 0, '2026-11-05T00:00:00.000Z'),
  ];
  expect(joinQuestions(found, 'asked', 3).map(({ question, asked, unknown }) => [question, asked, unknown])).toEqual([
    ['cuanto cuesta', 7, 3],
    ['When do you open', 5, 0],
    ['!!', 1, 0],
  ]);
  expect(joinQuestions(found, 'unknown', 2).map(({ question }) => question)).toEqual(['cuanto cuesta', '??']);
});
