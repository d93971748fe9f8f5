import type { OperatorStatus } from '@antiphon/contract/handoffs';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { agePresence, countPresent, findStatus, upsertPresence } from './operators.queries.ts';

type Deps = { database: Database };

/** An operator whose dashboard was open this recently, and who did not go offline, is online. */
const SEEN_MS = 60_000;
/**
 * Who left counts for this long: more than the 15 seconds until another process, where a dashboard of theirs is open too, sees them
 * again, and enough to load a page anew.
 */
const LEFT_MS = 20_000;

/** One of this person's dashboards is open right now. Whoever never chose is online. */
export const touchPresence = (deps: Deps, scope: Scope, personId: string): Promise<void> =>
  deps.database.transaction(scope, (tx) => upsertPresence(tx, scope, personId, { seenAt: new Date() }));

/** The last of their dashboards that this process has was closed. */
export const leavePresence = (deps: Deps, scope: Scope, personId: string): Promise<void> =>
  deps.database.transaction(scope, (tx) => agePresence(tx, scope, personId, new Date(Date.now() - SEEN_MS + LEFT_MS)));

/** Of a member. A client's stands in their own row, where their agency sees it. */
export const setStatus = (deps: Deps, scope: Scope, personId: string, status: OperatorStatus): Promise<void> =>
  deps.database.transaction(scope, (tx) => upsertPresence(tx, scope, personId, { status, seenAt: new Date() }));

export const getStatus = async (deps: Deps, scope: Scope, personId: string): Promise<OperatorStatus> =>
  (await deps.database.transaction(scope, (tx) => findStatus(tx, scope, personId))) ?? 'online';

/** Members see every agent; a client counts where they work with one of `agentIds` (null: with any). */
export const countOnline = (deps: Deps, scope: Scope, agentIds: readonly AgentId[] | null): Promise<number> =>
  deps.database.transaction(scope, (tx) => countPresent(tx, scope, new Date(Date.now() - SEEN_MS), agentIds));

export const isAnybodyOnline = async (deps: Deps, scope: Scope, agentId: AgentId): Promise<boolean> =>
  (await countOnline(deps, scope, [agentId])) > 0;
