import type { AgentSettings } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import { type Opening, openingAt } from '@antiphon/contract/opening-hours';
import type { PeopleHours } from '@antiphon/contract/visitors';
import { LRUCache } from 'lru-cache';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { isAnybodyOnline } from '../operators/operator-presence.ts';
import { findScheduleRow, measureWaits } from './schedules.queries.ts';

type Deps = { database: Database };
type Handoff = Pick<AgentSettings['handoff'], 'scheduleId'>;

/** Waits of conversations that began within this time. */
const WAITS_MS = 7 * 86_400_000;
/** Of fewer people nothing can be said. */
const WAITS_MIN = 5;

/** Of an agent's people, by the clock of their schedule. Without one, as where it was deleted, they are there at any hour. */
export async function findOpening(
  tx: Tx,
  scope: Scope,
  { scheduleId }: Handoff,
  now: Date,
): Promise<Opening & { timeZone: string | null }> {
  const hours = scheduleId && (await findScheduleRow(tx, scope, scheduleId));
  if (!hours) return { isOpen: true, changesAt: null, timeZone: null };
  return { ...openingAt(hours, now), timeZone: hours.timeZone };
}

/**
 * Whether somebody can be asked for at an agent right now. `closed`: it is outside of their hours, whoever is online. `away`: nobody
 * is online.
 */
export async function findWhetherThere(
  deps: Deps,
  scope: Scope,
  agentId: AgentId,
  handoff: Handoff,
): Promise<'there' | 'away' | 'closed'> {
  const { isOpen } = await deps.database.transaction(scope, (tx) => findOpening(tx, scope, handoff, new Date()));
  if (!isOpen) return 'closed';
  return (await isAnybodyOnline(deps, scope, agentId)) ? 'there' : 'away';
}

/** What a visitor is told of the people of an agent. */
export async function getPeopleHours(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  handoff: Handoff,
  now: Date,
): Promise<PeopleHours> {
  const { isOpen, changesAt } = await findOpening(tx, scope, handoff, now);
  return {
    isOpen,
    opensAt: isOpen ? null : (changesAt?.toISOString() ?? null),
    usualWaitSeconds: isOpen ? await findUsualWait(tx, scope, agentId, now) : null,
  };
}

/** In seconds; null where too few asked. */
async function findUsualWait(tx: Tx, scope: Scope, agentId: AgentId, now: Date): Promise<number | null> {
  const { asked, halfMs } = await measureWaits(tx, scope, agentId, new Date(now.getTime() - WAITS_MS));
  return asked < WAITS_MIN ? null : Math.ceil(halfMs / 1_000);
}

/** What an agent says of its people. */
export type PeopleTold = Opening & { timeZone: string | null; usualWaitSeconds: number | null };

/** A figure of a week need not be counted anew for every answer. */
const waits = new LRUCache<string, { seconds: number | null }>({ max: 1_000, ttl: 60_000 });

/** The same for an agent's prompt, at every turn. */
export async function tellOfPeople(deps: Deps, scope: Scope, agentId: AgentId, handoff: Handoff): Promise<PeopleTold> {
  const now = new Date();
  const key = `${scope.workspaceUid} ${agentId}`;
  const known = waits.get(key);
  return deps.database.transaction(scope, async (tx) => {
    const opening = await findOpening(tx, scope, handoff, now);
    const seconds = known ? known.seconds : await findUsualWait(tx, scope, agentId, now);
    if (!known) waits.set(key, { seconds });
    return { ...opening, usualWaitSeconds: opening.isOpen ? seconds : null };
  });
}
