import type { MessageId } from '@antiphon/contract/ids';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeCards, spelled } from '../../../test/factories/cards-factory.ts';
import type { LegEvent } from '../talks/talks.ports.ts';
import { makeCardPause } from './card-pause.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const [CARD = ''] = makeCards(1);
const WRONG = `${CARD.slice(0, -1)}${(Number(CARD.at(-1)) + 1) % 10}`;

function begin() {
  const told: (boolean | 'leaked')[] = [];
  const cards = makeCardPause({
    lang: 'en',
    onPause: (isPaused) => void told.push(isPaused),
    onLeaked: () => void told.push('leaked'),
  });
  const final = (text: string) => (cards.hear({ kind: 'final', text }) as Extract<LegEvent, { kind: 'final' }>).text;
  const says = (text: string, id = 'msg_1') => cards.said({ text, messageId: id as MessageId });
  return { cards, told, final, says };
}

test('while it is asked for, whatever has numbers in it is hidden, right or misheard; other words are not', () => {
  const { told, final, says } = begin();
  says('May I have your card number?');
  expect(told).toEqual([true]);
  expect(final('Why do you need it?')).toBe('Why do you need it?');
  expect(final(spelled(WRONG))).toBe('[hidden]');
  expect(final('twelve twenty-seven')).toBe('[hidden]');
});

test('the pause ends once they have answered and something else is spoken of, and goes on where more of it is asked for', () => {
  const { told, final, says, cards } = begin();
  says('May I have your card number?');
  says('You can also press it.');
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([true]);
  final(spelled(CARD));
  cards.said({ text: 'One moment, please.', messageId: null });
  says('Thank you.');
  says('And the security code?');
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([true]);
  final('one two three');
  says('Thank you, it is paid.');
  vi.advanceTimersByTime(3_000);
  expect(told).toEqual([true, false]);
  expect(final('I want two bikes')).toBe('I want two bikes');
});

test('a card that nobody asked for is hidden, and the recording was paused while it was said', () => {
  const { cards, told, final } = begin();
  const digits = spelled(CARD).split(' ');
  for (let at = 1; at < digits.length; at += 1) cards.hear({ kind: 'partial', text: digits.slice(0, at).join(' ') });
  expect(told).toEqual([true]);
  expect(final(spelled(CARD))).toBe('[hidden]');
  expect(told).toEqual([true, false]);
});

test('a long number that is no card stays', () => {
  const { cards, told, final } = begin();
  cards.hear({ kind: 'partial', text: 'my order is 20261129' });
  expect(final('my order is 20261129')).toBe('my order is 20261129');
  expect(told).toEqual([true, false]);
});

test('by keys it is hidden as well, and no key of it is told', () => {
  const { cards, told, final } = begin();
  const heard = [...CARD].map((digit) => cards.hear({ kind: 'key', digit }));
  expect(heard.filter((event) => event !== null)).toHaveLength(5);
  expect(final(CARD)).toBe('[hidden]');
  expect(told).toEqual([true, false]);
});

test('in two parts the second one is hidden', () => {
  const { final } = begin();
  expect(final(spelled(CARD.slice(0, 8)))).not.toBe('[hidden]');
  expect(final(spelled(CARD.slice(8)))).toBe('[hidden]');
});

test('what was recorded of a card is told, for it is not to be kept', () => {
  const { told, final } = begin();
  final(CARD);
  expect(told).toEqual(['leaked']);
});
