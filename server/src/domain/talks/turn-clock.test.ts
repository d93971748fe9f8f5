import type { SpokenTurn } from '@antiphon/contract/conversations';
import type { MessageId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { makeTurnClock } from './turn-clock.ts';

const REPLY = '0198a7b2-0000-7000-8000-000000000001' as MessageId;
const OTHER = '0198a7b2-0000-7000-8000-000000000002' as MessageId;
const pieceOf = (id: number, messageId: MessageId | null) => ({ id, messageId, text: 'x', from: 0, to: 1 });

function begin() {
  const told: [MessageId, SpokenTurn][] = [];
  const clock = makeTurnClock('server', (...turn) => told.push(turn));
  return { told, clock };
}

test('each stage is told once, and together they are the silence that the caller heard', () => {
  const { told, clock } = begin();
  clock.hear({ kind: 'roundTrip', ms: 70 }, 0);
  clock.hear({ kind: 'voice', isOn: true }, 100);
  clock.hear({ kind: 'voice', isOn: false }, 1_300);
  clock.hear({ kind: 'final', text: 'What does it cost' }, 1_310);
  clock.learn({ kind: 'owed', messageId: REPLY }, 1_325);
  clock.say(pieceOf(1, null), 1_500);
  clock.say(pieceOf(2, REPLY), 1_600);
  clock.say(pieceOf(3, REPLY), 1_650);
  clock.hear({ kind: 'sounding', piece: 2 }, 1_710);
  clock.hear({ kind: 'sounding', piece: 3 }, 1_800);
  clock.hear({ kind: 'played', piece: 2, share: 0.01 }, 1_815);
  // Its trace is not written yet.
  expect(told).toEqual([]);
  clock.learn({ kind: 'reply', messageId: REPLY, text: 'x', isDone: true }, 1_900);
  clock.hear({ kind: 'played', piece: 2, share: 1 }, 2_000);
  const stages = { uplinkMs: 35, endOfTurnMs: 310, waitMs: 15, firstClauseMs: 275, speechMs: 110, playMs: 70 };
  expect(told).toEqual([[REPLY, { mode: 'server', ...stages, totalMs: 815 }]]);
});

test('a provider that understands before the page tells the end of the voice', () => {
  const { told, clock } = begin();
  clock.hear({ kind: 'voice', isOn: true }, 0);
  clock.hear({ kind: 'final', text: 'Now' }, 1_250);
  clock.hear({ kind: 'voice', isOn: false }, 1_300);
  clock.learn({ kind: 'owed', messageId: REPLY }, 1_310);
  clock.say(pieceOf(1, REPLY), 1_400);
  clock.learn({ kind: 'reply', messageId: REPLY, text: 'x', isDone: true }, 1_400);
  clock.hear({ kind: 'played', piece: 1, share: 0 }, 1_450);
  expect(told[0]?.[1]).toMatchObject({ endOfTurnMs: 250, waitMs: 60, firstClauseMs: 90, playMs: 50, totalMs: 450 });
});

test('what was typed, and answers of before, are no turns', () => {
  const { told, clock } = begin();
  clock.learn({ kind: 'typed' }, 0);
  clock.learn({ kind: 'owed', messageId: OTHER }, 10);
  clock.say(pieceOf(1, OTHER), 20);
  clock.learn({ kind: 'reply', messageId: OTHER, text: 'x', isDone: true }, 30);
  clock.hear({ kind: 'played', piece: 1, share: 1 }, 40);
  clock.hear({ kind: 'final', text: 'Hello' }, 50);
  clock.learn({ kind: 'owed', messageId: REPLY }, 60);
  clock.hear({ kind: 'played', piece: 1, share: 1 }, 70);
  expect(told).toEqual([]);
});
