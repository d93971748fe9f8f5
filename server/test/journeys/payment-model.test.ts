import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../harness/amounts.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { empty, listFilled } from '../harness/kept-databases.ts';
import { makeLane } from './payment-lane.ts';
import { everything, expectedOf, worldOf, wrongCharges } from './payment-model.ts';
import { startPaymentWorld } from './payment-world.ts';

// Whatever people, banks, events and time do in whatever order: what a workspace has is what was paid for at the provider.

/** In `soak` a thousand sequences. */
const PAYERS = amount(25, 6);

/** Another number makes other sequences: `SEED=42`. */
const SEED = Number(process.env.SEED ?? 41);

describe.each(await openJourneyDatabases())('payments, on $name', async ({ database }) => {
  const seeded = new Set(await listFilled(database));
  const numRuns = amount(40, 2);

  // Planted: an id of its own for each look at what was paid; a payment that waits for its holder counts as paid; what was taken back before is
  // not set off; no order of a purpose keeps another from being made -> each is found in the first world.
  test(`${numRuns * PAYERS} seeded sequences, ${PAYERS} at a time, end as the model says`, async () => {
    const begun = Date.now();
    await fc.assert(
      fc.asyncProperty(worldOf(PAYERS), async ({ seed, turns, sequences }) => {
        const world = await startPaymentWorld(database);
        try {
          const lanes = await Promise.all(sequences.map(() => makeLane(world)));
          for (const [at, turn] of turns.entries()) {
            await world.turn(turn, seed + at);
            await Promise.all(lanes.map((lane, which) => sequences[which]?.[at] && lane.act(sequences[which][at], at)));
            await world.mend();
          }
          await world.end();
          expect(await world.parked()).toEqual([]);
          const seen = await Promise.all(lanes.map((lane) => lane.here()));
          for (const [which, lane] of lanes.entries()) {
            const there = await lane.there();
            const { faults, ...here } = seen[which]!;
            const all = [...faults, ...wrongCharges(there, lane.done)];
            const story = JSON.stringify({ sequence: sequences[which], turns });
            expect({ ...here, faults: all }, story).toEqual({ ...expectedOf(there, lane.spent()), faults: [] });
          }
          await world.again();
          expect(await Promise.all(lanes.map((lane) => lane.here()))).toEqual(seen);
        } finally {
          await world.stop();
          await empty({ database, seeded });
        }
      }),
      { numRuns, seed: SEED, endOnFailure: true, examples: [[everything]] },
    );
    const seconds = Math.round((Date.now() - begun) / 1_000);
    process.stdout.write(`${JSON.stringify({ payments: { sequences: numRuns * PAYERS, seconds } })}\n`);
  }, 14_400_000);
});
