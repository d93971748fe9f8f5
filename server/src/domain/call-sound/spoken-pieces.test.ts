import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SPOKEN_RATE, speakPieces } from './spoken-pieces.ts';

const PART_MS = 200;
const BYTES_OF_MS = (SPOKEN_RATE / 1_000) * 2;

/** A provider that has all sound at once, and counts what is taken of it. */
function speak(wholeMs: number) {
  const taken = new Map<string, number>();
  const sent = { ms: 0, left: 0 };
  const spoken = speakPieces({
    toSpeech: {
      async *speak({ text, signal }) {
        try {
          for (let ms = 0; ms < wholeMs && !signal.aborted; ms += PART_MS) {
            taken.set(text, ms + PART_MS);
            yield { sound: Buffer.alloc(PART_MS * BYTES_OF_MS) };
          }
        } finally {
          sent.left += 1;
        }
      },
    },
    ...{ voice: '', lang: 'en', speed: 1 },
    onBegin() {},
    sendBytes: (bytes) => {
      sent.ms += (bytes.length - 4) / BYTES_OF_MS;
    },
    onPlayed() {},
    onFailure: (failure) => expect(failure).toBeUndefined(),
  });
  const say = (id: number) => spoken.say({ id, text: `Piece ${id}`, messageId: null, from: 0, to: 7 });
  return { spoken, say, sent, takenMs: () => [...taken.values()] };
}

test('a second is sent, two are made at most, and of the piece behind it a little', async () => {
  const { say, sent, takenMs, spoken } = speak(60_000);
  say(1);
  say(2);
  say(3);
  await wait(20);
  expect(sent.ms).toBe(1_000);
  const [first, second, ...others] = takenMs();
  expect(first).toBeGreaterThanOrEqual(2_000);
  expect(first).toBeLessThanOrEqual(2_000 + PART_MS);
  expect(second).toBeLessThanOrEqual(250 + PART_MS);
  expect(others).toEqual([]);
  // What is played makes room for as much.
  spoken.played(1, 0.5);
  await wait(20);
  expect(sent.ms).toBe(1_520);
  expect(takenMs()[0]).toBeLessThanOrEqual(2_520 + PART_MS);
});

test('what was never played is let go by whoever waits for room', async () => {
  const { say, spoken, takenMs, sent } = speak(60_000);
  say(1);
  await wait(20);
  const before = [...takenMs(), sent.ms];
  spoken.stop();
  await wait(20);
  expect([...takenMs(), sent.ms]).toEqual(before);
  // The provider's connection is not held.
  expect(sent.left).toBe(1);
  say(2);
  await wait(20);
  expect(sent.ms).toBe(2_000);
});

test('nothing is sent while it is held', async () => {
  const { say, spoken, sent } = speak(60_000);
  say(1);
  spoken.pause();
  await wait(20);
  expect(sent.ms).toBe(0);
  spoken.resume();
  expect(sent.ms).toBe(1_000);
});
