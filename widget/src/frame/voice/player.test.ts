import { expect, test } from 'vitest';
import { Player } from './player.ts';

const RATE = 48_000;
const BLOCK = 128;
const BLOCK_MS = (BLOCK / RATE) * 1_000;

function start() {
  const reports: [number, number][] = [];
  const player = new Player(24_000, RATE, (piece, share) => reports.push([piece, share]));
  const heard: number[] = [];
  return {
    player,
    reports,
    heard,
    /** The level that sounds goes by is 0.5. */
    give(piece: number, ms: number) {
      player.push(piece, new Int16Array(24 * ms).fill(16_384));
    },
    run(ms: number) {
      const from = heard.length;
      for (let at = 0; at < ms; at += BLOCK_MS) {
        const out = new Float32Array(BLOCK);
        player.process(out);
        heard.push(...out);
      }
      return heard.slice(from);
    },
  };
}
const msOf = (sound: number[]) => (sound.filter((one) => Math.abs(one) > 0.01).length / RATE) * 1_000;
/** The most that neighbours differ by: a click is 0.5. */
const jumpOf = (sound: number[]) =>
  sound.reduce((most, one, at) => Math.max(most, Math.abs(one - (sound[at - 1] ?? one))), 0);

test('pieces follow one another, and each is told once it is over', () => {
  const { player, give, run, heard, reports } = start();
  give(1, 300);
  player.end(1);
  give(2, 200);
  player.end(2);
  run(700);
  expect(Math.abs(msOf(heard) - 500)).toBeLessThan(15);
  expect(reports.filter(([, share]) => share === 1)).toEqual([
    [1, 1],
    [2, 1],
  ]);
  const first = reports.findIndex(([piece]) => piece === 2);
  expect(reports.slice(first).every(([piece]) => piece === 2)).toBe(true);
});

test('it waits for 60 ms, or for the end of what is shorter', () => {
  const { player, give, run } = start();
  give(1, 50);
  expect(msOf(run(200))).toBe(0);
  give(1, 30);
  expect(msOf(run(40))).toBeGreaterThan(35);
  const short = start();
  short.give(1, 30);
  short.player.end(1);
  expect(msOf(short.run(100))).toBeGreaterThan(25);
  expect(player).toBeDefined();
});

test('after it ran dry it waits longer', () => {
  const { give, run } = start();
  give(1, 100);
  run(200);
  give(1, 100);
  expect(msOf(run(50))).toBe(0);
  give(1, 60);
  expect(msOf(run(50))).toBeGreaterThan(40);
});

test('pause is silent within 20 ms, without a click, and nothing is lost but the fade', () => {
  const { player, give, run, reports } = start();
  give(1, 1_000);
  player.end(1);
  run(300);
  player.pause();
  expect(reports.at(-1)?.[1]).toBeGreaterThan(0.2);
  const after = run(200);
  expect(msOf(after)).toBeLessThan(20);
  expect(jumpOf(after)).toBeLessThan(0.01);
  player.resume();
  const rest = run(1_000);
  expect(msOf(rest)).toBeGreaterThan(670);
  expect(jumpOf(rest.slice(0, 4_800))).toBeLessThan(0.01);
  expect(reports.at(-1)).toEqual([1, 1]);
});

test('what is stopped is gone within 20 ms, and what comes then sounds', () => {
  const { player, give, run, reports } = start();
  give(1, 1_000);
  give(2, 1_000);
  run(300);
  player.stop();
  const after = run(300);
  expect(msOf(after)).toBeLessThan(20);
  expect(jumpOf(after)).toBeLessThan(0.01);
  const told = reports.length;
  give(3, 100);
  player.end(3);
  expect(msOf(run(300))).toBeGreaterThan(90);
  expect(reports.slice(told).map(([piece]) => piece)).not.toContain(1);
  expect(reports.at(-1)).toEqual([3, 1]);
});

test('a share is of what came, and never whole before the end', () => {
  const { give, run, reports } = start();
  give(1, 1_000);
  run(2_000);
  expect(reports.every(([, share]) => share < 1)).toBe(true);
  // Told with its first sound, and from then on five times a second.
  expect(reports[0]?.[1]).toBeLessThan(0.02);
  expect(reports[2]?.[1]).toBeCloseTo(0.4, 1);
});
