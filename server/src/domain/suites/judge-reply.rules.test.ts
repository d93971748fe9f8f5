import type { DocumentId } from '@antiphon/contract/ids';
import type { SuiteCheck } from '@antiphon/contract/suites';
import { describe, expect, test } from 'vitest';
import { isMet, type JudgedReply, verdictOf } from './judge-reply.rules.ts';

const reply = (text: string, more: Partial<JudgedReply> = {}): JudgedReply => ({
  text,
  cites: [],
  outcome: 'answered',
  offersPerson: false,
  calls: [],
  reaches: [],
  ...more,
});
const says = (...words: string[]): SuiteCheck => ({ kind: 'says', words });
const saysNone = (...words: string[]): SuiteCheck => ({ kind: 'says_none', words });

describe('a check', () => {
  // Planted: words compared as they are written -> caught here.
  test.each([
    ['It costs 28 euros a day.', '28 Euros'],
    ['It costs 28\n  euros.', '28 euros'],
    ['Vous êtes fermé.', 'ferme'],
    ['We’re open.', "we're open"],
    ['9 – 18 Uhr', '9 - 18 uhr'],
    ['１２ euros', '12 euros'],
  ])('finds in %j the words %j', (text, words) => {
    expect(isMet(says(words), reply(text))).toBe(true);
    expect(isMet(saysNone(words), reply(text))).toBe(false);
  });

  test('finds any of several words, and none of them is none of all', () => {
    expect(isMet(says('bus', 'tram'), reply('Take the tram.'))).toBe(true);
    expect(isMet(says('bus', 'train'), reply('Take the tram.'))).toBe(false);
    expect(isMet(saysNone('bus', 'tram'), reply('Take the tram.'))).toBe(false);
    expect(isMet(saysNone('bus', 'train'), reply('Take the tram.'))).toBe(true);
  });

  test('looks at where the way over the canvas led', () => {
    const led = reply('How many?', { reaches: ['menu', 'people'] });
    expect(isMet({ kind: 'reaches', nodeId: 'people', title: '' }, led)).toBe(true);
    expect(isMet({ kind: 'reaches', nodeId: 'table', title: '' }, led)).toBe(false);
  });

  test('looks at what is called', () => {
    const called = reply('Booked.', { calls: ['book_table'] });
    expect(isMet({ kind: 'calls', name: 'book_table' }, called)).toBe(true);
    expect(isMet({ kind: 'calls', name: 'cancel_table' }, called)).toBe(false);
    expect(isMet({ kind: 'calls_nothing' }, called)).toBe(false);
    expect(isMet({ kind: 'calls_nothing' }, reply('Booked.'))).toBe(true);
  });

  test('looks at the sources, the outcome, and whether a person is offered', () => {
    const documentId = 'doc_prices' as DocumentId;
    const cited = reply('28 euros [1]', { cites: [documentId] });
    expect(isMet({ kind: 'cites', documentId, title: '' }, cited)).toBe(true);
    expect(isMet({ kind: 'cites', documentId, title: '' }, reply('28 euros'))).toBe(false);
    expect(isMet({ kind: 'cites_nothing' }, cited)).toBe(false);
    expect(isMet({ kind: 'cites_nothing' }, reply('Hello!'))).toBe(true);
    expect(isMet({ kind: 'outcome', is: 'unknown' }, reply('', { outcome: 'unknown' }))).toBe(true);
    expect(isMet({ kind: 'outcome', is: 'answered' }, reply('', { outcome: 'unknown' }))).toBe(false);
    expect(isMet({ kind: 'offers_person', is: true }, reply('', { offersPerson: true }))).toBe(true);
    expect(isMet({ kind: 'offers_person', is: false }, reply('', { offersPerson: true }))).toBe(false);
  });
});

// Planted: two of three count as passed -> caught here.
test('a verdict: all tries passed, none did, some did, or one could not be tried', () => {
  const tried = (...marks: string[]) =>
    verdictOf(marks.map((mark) => ({ isPassed: mark === '+', error: mark === '!' ? ('no_credits' as const) : null })));
  expect(['+', '+++', '---', '++-', '+!+'].map((marks) => tried(...marks))).toEqual([
    'passed',
    'passed',
    'failed',
    'flaky',
    'error',
  ]);
});
