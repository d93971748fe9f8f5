import { expect, test } from 'vitest';
import { levelOf, VoiceDetector } from './voice-detector.ts';

/** When something changed, in milliseconds. */
function changes(levels: { level: number; ms: number; played?: number }[]) {
  const detector = new VoiceDetector();
  const told: [number, boolean][] = [];
  let now = 0;
  for (const { level, ms, played = -100 } of levels)
    for (let at = 0; at < ms; at += 20) {
      now += 20;
      // A room is never even.
      const heard = detector.hear(level + ((at / 20) % 3), played);
      if (heard !== null) told.push([now, heard]);
    }
  return told;
}

test('a voice is told after 120 ms, and its end after 300', () => {
  expect(
    changes([
      { level: -65, ms: 1_000 },
      { level: -30, ms: 1_000 },
      { level: -65, ms: 1_000 },
    ]),
  ).toEqual([
    [1_120, true],
    [2_300, false],
  ]);
});

test('clicks and short sounds are none', () => {
  const click = [
    { level: -20, ms: 80 },
    { level: -65, ms: 200 },
  ];
  expect(changes([{ level: -65, ms: 500 }, ...click, ...click, ...click])).toEqual([]);
});

test('a frame between does not begin it anew', () => {
  const word = [
    { level: -30, ms: 100 },
    { level: -65, ms: 20 },
    { level: -30, ms: 200 },
  ];
  expect(changes([{ level: -65, ms: 500 }, ...word])).toEqual([[680, true]]);
});

test('breath within a sentence is no end', () => {
  const sentence = [
    { level: -30, ms: 500 },
    { level: -65, ms: 240 },
    { level: -30, ms: 500 },
  ];
  expect(changes([{ level: -65, ms: 500 }, ...sentence])).toEqual([[620, true]]);
});

test('the noise of a room is none, and a voice above it is', () => {
  expect(
    changes([
      { level: -60, ms: 500 },
      { level: -53, ms: 4_000 },
    ]),
  ).toEqual([]);
  const loud = changes([
    { level: -42, ms: 6_000 },
    { level: -24, ms: 500 },
  ]);
  expect(loud.at(-1)).toEqual([6_120, true]);
});

test.each([
  ['at -25 dB', -45],
  ['at -25 dB, made louder by the browser', -31],
  ['taken out by the browser', -64],
])('what we play ourselves is none %s, and whoever speaks over it is heard', (_name, level) => {
  const own = { level, ms: 5_000, played: -20 };
  const quiet = { level: -65, ms: 500 };
  expect(changes([quiet, own, quiet, own])).toEqual([]);
  const over = changes([quiet, own, { level: -20, ms: 400, played: -20 }]);
  expect(over).toEqual([[5_620, true]]);
});

test('a silent microphone is no voice', () => {
  expect(changes([{ level: -100, ms: 2_000 }])).toEqual([]);
  expect(levelOf(new Float32Array(320))).toBeCloseTo(-100);
  expect(levelOf(new Float32Array(320).fill(0.1))).toBeCloseTo(-20);
});
