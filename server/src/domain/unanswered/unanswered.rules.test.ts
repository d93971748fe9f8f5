import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { questionKey } from '../answers/same-question.rules.ts';
import { type Asked, type Decided, groupQuestions, type Mark } from './unanswered.rules.ts';

let clock = 100;
/** Each earlier than the one before. */
const asked = (...questions: string[]): Asked[] =>
  questions.map((question) => {
    clock -= 1;
    return {
      question,
      createdAt: new Date(clock),
      messageId: question as MessageId,
      conversationId: 'c' as ConversationId,
    };
  });
const nothing: Decided = { marks: [], taught: new Set(), phrases: [] };
const mark = (question: string, state: Mark['state'], into = '', markedAt = new Date(0)): Mark => ({
  questionKey: questionKey(question),
  state,
  intoKey: into === '' ? '' : questionKey(into),
  markedAt,
});
const counted = (rows: Asked[], decided: Partial<Decided> = {}) =>
  groupQuestions(rows, { ...nothing, ...decided }).map(({ question, count }) => [question, count]);

const rows = asked(
  'Do you sell helmets?',
  'Is there parking?',
  'do you sell HELMETS',
  'Hello! Do you sell helmets please?',
  'I want to talk to a person please',
  'Where can I park?',
);

test('the same question counts once, and asking for a person is none', () => {
  expect(counted(rows)).toEqual([
    ['Do you sell helmets?', 3],
    ['Is there parking?', 1],
    ['Where can I park?', 1],
  ]);
  expect(groupQuestions(rows, nothing)[0]?.questions).toEqual(['Do you sell helmets?']);
  // Seen red: without complaints among what is no question.
  expect(counted(asked('I am very unhappy with my helmet', 'Helmets?'))).toEqual([['Helmets?', 1]]);
  expect(counted(asked('Please ring me back', 'Helmets?'), { phrases: ['Ring me'] })).toEqual([['Helmets?', 1]]);
});

test('what is merged counts as the other, which decides of both', () => {
  const marks = [mark('Where can I park?', 'merged', 'Is there parking?')];
  expect(groupQuestions(rows, { ...nothing, marks })[1]).toMatchObject({
    count: 2,
    questions: ['Is there parking?', 'Where can I park?'],
  });
  expect(counted(rows, { marks: [...marks, mark('Is there parking?', 'dismissed')] })).toHaveLength(1);
  expect(counted(rows, { marks, taught: new Set([questionKey('Is there parking?')]) })).toHaveLength(1);
  const circle = [...marks, mark('Is there parking?', 'merged', 'Where can I park?')];
  expect(counted(rows, { marks: circle })[0]).toEqual(['Do you sell helmets?', 3]);
});

test('what is done comes back when it is asked in vain again, what is dismissed does not', () => {
  const at = new Date(rows[2]!.createdAt);
  expect(counted(rows, { marks: [mark('Do you sell helmets?', 'done', '', at)] })[0]).toEqual([
    'Do you sell helmets?',
    1,
  ]);
  expect(counted(rows, { marks: [mark('Do you sell helmets?', 'dismissed', '', at)] })).toHaveLength(2);
});
