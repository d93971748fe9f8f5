import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { keepLease, LeaseLost } from './lease.ts';

/** Keeps a lease of 60 ms whose renewals answer what stands in `answers`, the last for ever. */
function keep(...answers: (() => Promise<boolean>)[]) {
  let asked = 0;
  const kept = keepLease(60, () => (answers[asked++] ?? answers.at(-1))?.() ?? Promise.resolve(true));
  onTestFinished(() => kept.end());
  return { ...kept, asked: () => asked };
}
const yes = async () => true;
const no = async () => false;
const away = () => Promise.reject(new Error('the database is away'));
const silent = () => new Promise<boolean>(() => {});

test('a lease that is renewed stands, and nobody asks after its end', async () => {
  const kept = keep(yes);
  await wait(200);
  expect(kept.signal.aborted).toBe(false);
  kept.end();
  const asked = kept.asked();
  expect(asked).toBeGreaterThan(1);
  await wait(80);
  expect(kept.asked()).toBe(asked);
});

test.each([
  ['that another took', [yes, no]],
  ['that could not be renewed for its whole length', [yes, away]],
  ['whose renewal hangs', [yes, silent]],
])('work under a lease %s is aborted', async (_, answers) => {
  const { signal } = keep(...answers);
  await expect.poll(() => signal.aborted, { timeout: 5_000 }).toBe(true);
  expect(signal.reason).toBeInstanceOf(LeaseLost);
});

test('one failed renewal is no loss', async () => {
  const kept = keep(away, yes);
  await expect.poll(() => kept.asked(), { timeout: 5_000 }).toBeGreaterThan(3);
  expect(kept.signal.aborted).toBe(false);
});

test('whoever writes under the fence alone goes on while the database is away for longer than the lease', async () => {
  const kept = keepLease(60, away, 400);
  onTestFinished(() => kept.end());
  await wait(200);
  expect(kept.signal.aborted).toBe(false);
  await wait(400);
  expect(kept.signal.aborted).toBe(true);
});
