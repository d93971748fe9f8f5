import type { Database } from '../db/database.ts';
import type { Access } from './context.ts';
import { makeDatabaseClock } from './database-clock.ts';
import { makeOpenBounds } from './open-bounds.ts';
import { makeRateLimiter } from './rate-limits.ts';
import { makeShares } from './shares.ts';

/** Everything that bounds who asks too much; `factor` multiplies every bound. */
export function makeLimits(database: Database, factor: number): Pick<Access, 'takeRate' | 'takeShare' | 'open'> {
  const now = makeDatabaseClock(database);
  const takeRate = makeRateLimiter(database, { factor, now });
  return {
    takeRate,
    takeShare: makeShares(takeRate, async () => (await now()).getTime()),
    open: makeOpenBounds(factor),
  };
}
