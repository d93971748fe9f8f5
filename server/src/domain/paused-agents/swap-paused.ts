import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { lockAgents, setPaused } from './paused-agents.queries.ts';

/**
 * One agent is paused in place of another: as many answer as before. Done already it changes nothing. Fails with `not_found` for an
 * agent that is not there, and with `conflict` where the two are paused, or neither is.
 */
export async function swapPaused(
  { database }: { database: Database },
  member: Member,
  { resume, pause }: { resume: AgentId; pause: AgentId },
): Promise<void> {
  demand(member, 'agents.write');
  const { scope } = member;
  await database.transaction(scope, async (tx) => {
    const found = new Map((await lockAgents(tx, scope, [resume, pause])).map(({ id, pausedAt }) => [id, pausedAt]));
    const [resumed, paused] = [found.get(resume), found.get(pause)];
    if (resumed === undefined || paused === undefined) fail('not_found');
    if (resumed === null && paused !== null) return;
    if (resumed === null || paused !== null) fail('conflict');
    await setPaused(tx, scope, resume, null);
    await setPaused(tx, scope, pause, resumed);
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'agent.resume',
      target: resume,
      details: { pause },
    });
  });
}
