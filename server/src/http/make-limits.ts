import type { Database } from '../db/database.ts';
import type { Access } from './context.ts';
import { makeOpenBounds } from './open-bounds.ts';
import { makeRateLimiter } from './rate-limits.ts';
import { makeShares } from './shares.ts';

/** Everything that bounds who asks too much; `factor` multiplies every bound. */
export function makeLimits(database: Database, factor: number): Pick<Access, 'takeRate' | 'takeShare' | 'open'> {
  const takeRate = makeRateLimiter(database, { factor });
  return { takeRate, takeShare: makeShares(takeRate), open: makeOpenBounds(factor) };
}
