import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runWhenAsked } from './run-when-asked.ts';

test('runs one at a time, and once more where it was asked meanwhile', async () => {
  let going = 0;
  let runs = 0;
  const one = runWhenAsked(async () => {
    going += 1;
    expect(going).toBe(1);
    await wait(5);
    going -= 1;
    runs += 1;
  });
  for (let n = 0; n < 3; n += 1) one.ask();
  await one.ended();
  expect(runs).toBe(2);
  one.ask();
  await one.ended();
  expect(runs).toBe(3);
});

test('one that ends at once can be asked again', async () => {
  let runs = 0;
  const one = runWhenAsked((): Promise<void> => {
    runs += 1;
    return Promise.resolve();
  });
  for (let n = 0; n < 3; n += 1) {
    one.ask();
    await wait(1);
  }
  expect(runs).toBe(3);
});

test('what is asked for in the moment in which a run ends is run', async () => {
  // Whichever of the steps between the last await and the end of the run it falls into.
  for (let steps = 0; steps < 12; steps += 1) {
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const one = runWhenAsked(async () => {
      runs += 1;
      await gate.promise;
    });
    one.ask();
    gate.resolve();
    for (let step = 0; step < steps; step += 1) await null;
    one.ask();
    await wait(1);
    expect([steps, runs]).toEqual([steps, 2]);
  }
});
