import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { claimLapsed, forgetHolders } from './calls.system.queries.ts';
import { endCall } from './end-call.ts';

const AT_ONCE = 8;
const LEASE_MS = 10_000;
/** So long a call whose connection was lost waits for its caller. */
export const GRACE_MS = 20_000;

type Deps = {
  database: Database;
  live: LiveConversations;
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
};

/** Ends the calls of which nothing was heard any more: their process died, or their caller went and did not come back. */
export const startCallSweep = (deps: Deps): Promise<LeasedRunner> =>
  startLeasedRunner(deps, {
    noun: 'lost call',
    atOnce: AT_ONCE,
    dueAs: 'lapsedCall',
    leaseMs: LEASE_MS,
    clearLeases: (tx) => forgetHolders(tx, deps.systemScope, GRACE_MS),
    claim: (tx, claim) => claimLapsed(tx, deps.systemScope, claim),
    async work({ id, workspaceUid, lease, state }) {
      // Whom nobody took comes back to us within the time for it.
      const reason = state === 'transferring' ? 'transferred' : 'lost';
      await endCall(deps, deps.makeScope(workspaceUid), { id, reason, lease });
    },
    about: ({ id }) => ({ callId: id }),
  });
