import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { RegionPeer } from './regions.ports.ts';
import { findVerified } from './regions.system.queries.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  freeHost: RegionPeer['freeHost'];
  sessions: { startSession(userId: UserId, userAgent: string): Promise<{ authToken: string }> };
};

/** This region, as the other one sees it. */
export function makeRegionPeer({ database, systemScope, sessions, freeHost }: Deps): RegionPeer {
  const find = (email: string) => database.transaction(systemScope, (tx) => findVerified(tx, systemScope, email));
  return {
    freeHost,
    hasVerifiedAccount: async (email) => (await find(email)) !== null,
    async makeAuthToken(email, userAgent) {
      const userId = await find(email);
      return userId && (await sessions.startSession(userId, userAgent)).authToken;
    },
  };
}
