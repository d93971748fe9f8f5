import { expect, test } from 'vitest';
import { Resampler } from './resampler.ts';

const tone = (hz: number, rate: number, seconds = 1) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

function resample(given: Float32Array, from: number, to: number, block = 128): Float32Array {
  const resampler = new Resampler(from, to);
  const made: number[] = [];
  for (let at = 0; at < given.length; at += block) made.push(...resampler.push(given.subarray(at, at + block)));
  return Float32Array.from(made);
}

/** What is not the tone itself, in dB below it; and how loud the tone is. */
function errorOf(sound: Float32Array, hz: number, rate: number) {
  // Whole waves of every tone below.
  const part = sound.subarray(rate / 10, rate / 10 + Math.floor(rate * 0.8));
  let [sines, cosines, whole] = [0, 0, 0];
  for (const [at, sample] of part.entries()) {
    const turn = (2 * Math.PI * hz * at) / rate;
    sines += sample * Math.sin(turn);
    cosines += sample * Math.cos(turn);
    whole += sample * sample;
  }
  const power = (2 * (sines ** 2 + cosines ** 2)) / part.length ** 2;
  const rest = Math.max(whole / part.length - power, 1e-14);
  return { db: 10 * Math.log10(rest / power), amplitude: Math.sqrt(power * 2) };
}

test.each([
  [48_000, 16_000, 1_000],
  [44_100, 16_000, 1_000],
  [44_100, 16_000, 3_100],
  [16_000, 16_000, 1_000],
  [96_000, 16_000, 400],
  [24_000, 48_000, 1_000],
  [24_000, 44_100, 3_100],
])('from %i to %i Hz a tone of %i Hz stays itself', (from, to, hz) => {
  const sound = resample(tone(hz, from), from, to);
  expect(Math.abs(sound.length - to)).toBeLessThan(60);
  const { db, amplitude } = errorOf(sound, hz, to);
  expect(db).toBeLessThan(-45);
  expect(amplitude).toBeGreaterThan(0.48);
  expect(amplitude).toBeLessThan(0.52);
});

test.each([9_000, 12_000, 20_000])('%i Hz do not come back as another tone', (hz) => {
  const sound = resample(tone(hz, 48_000), 48_000, 16_000);
  const power = sound.reduce((sum, one) => sum + one * one, 0) / sound.length;
  // 0.5 as an amplitude is -9 dB.
  expect(10 * Math.log10(power + 1e-12)).toBeLessThan(-55);
});

test('blocks of any length make the same sound', () => {
  const given = tone(700, 44_100, 0.2);
  const whole = resample(given, 44_100, 16_000, given.length);
  expect(resample(given, 44_100, 16_000, 1)).toEqual(whole);
  expect(resample(given, 44_100, 16_000, 333)).toEqual(whole);
});
