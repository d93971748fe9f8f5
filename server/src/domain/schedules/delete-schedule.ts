import { fail } from '@antiphon/contract/errors';
import type { ScheduleId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listAgentsUsing, lockSchedule, removeSchedule } from './schedules.queries.ts';

const AGENTS_NAMED = 5;

/**
 * Refused with `schedule_in_use`, which names the agents, while a working copy or a published copy uses it: without it their people
 * would be asked for at any hour.
 */
export async function deleteSchedule(deps: { database: Database }, member: Member, id: ScheduleId): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockSchedule(tx, scope, id);
    if (!row) fail('not_found');
    const titles = (await listAgentsUsing(tx, scope, id)).map(({ title }) => title);
    if (titles.length > 0)
      fail('schedule_in_use', {
        message: inUseSentence(titles),
        issues: titles.slice(0, 100).map((title) => ({ path: 'agents', message: title })),
      });
    await removeSchedule(tx, scope, id);
    const details = { name: row.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'schedule.delete', target: id, details });
  });
}

function inUseSentence(titles: readonly string[]): string {
  const named = titles.slice(0, AGENTS_NAMED).map((title) => `"${title}"`);
  const more = titles.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `This schedule is used by ${list}. Choose other hours there first.`;
}
