import type { UserId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { type PeopleDeps, readProfile } from './get-profile.ts';
import { startWhitelabelTrial } from './people.system.queries.ts';

/** One trial a person, ever. False where it was taken before. `tx` is of the system's scope. */
export const takeWhitelabelTrial = (tx: Tx, userId: UserId, endsAt: Date): Promise<boolean> =>
  startWhitelabelTrial(tx, userId, endsAt);

export const mayStartTrial = ({ database, systemScope }: PeopleDeps, userId: UserId): Promise<boolean> =>
  database.transaction(systemScope, async (tx) => {
    const { internal } = await readProfile(tx, database.region, userId);
    return internal.whitelabelTrialEndsAt === null;
  });
