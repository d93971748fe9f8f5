import type { DocumentId } from '@antiphon/contract/ids';
import type { NewSuiteCase } from '@antiphon/contract/suites';
import { expect, test } from 'vitest';
import { type CaseDraft, draftOf, findProblems, newCheck, toFields } from './case-draft.ts';

const whole: NewSuiteCase = {
  title: 'Prices',
  isMust: true,
  script: {
    lang: 'de',
    variables: { plan: 'pro' },
    answers: [{ name: 'book_table', isOk: true, outputs: { number: 'B-7' } }],
    turns: [
      {
        say: 'What does it cost?',
        checks: [
          { kind: 'says', words: ['28 euros'] },
          { kind: 'says_none', words: ['free', 'boat'] },
          { kind: 'cites', documentId: 'doc_1' as DocumentId, title: 'Prices' },
          { kind: 'cites_nothing' },
          { kind: 'outcome', is: 'unknown' },
          { kind: 'offers_person', is: false },
          { kind: 'calls', name: 'book_table' },
          { kind: 'calls_nothing' },
        ],
      },
      { say: 'Thanks', checks: [] },
    ],
  },
};

// Planted: language and variables are dropped -> caught here.
test('what is opened and saved is the same', () => {
  const draft = draftOf(whole);
  expect(findProblems(draft)).toEqual({});
  expect(toFields(draft)).toEqual(whole);
});

test('names what is missing at its field, and a test that looks at nothing', () => {
  const empty = draftOf(null);
  const [turn] = empty.turns;
  const [check] = turn!.checks;
  expect(findProblems(empty)).toEqual({
    title: 'title',
    [`say ${turn!.key}`]: 'say',
    [`check ${check!.key}`]: 'words',
  });
  const cites = newCheck('cites');
  const other: CaseDraft = { ...empty, title: 'T', turns: [{ ...turn!, say: 'Hi', checks: [cites] }] };
  expect(findProblems(other)).toEqual({ [`check ${cites.key}`]: 'document' });
  expect(findProblems({ ...other, turns: [{ ...turn!, say: 'Hi', checks: [] }] })).toEqual({
    [`checks ${turn!.key}`]: 'noCheck',
  });
});
