import { fail } from '@antiphon/contract/errors';
import type { FunctionId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listUsingAgents, lockFunction, removeFunction } from './functions.queries.ts';

const AGENTS_NAMED = 5;

/** With all of its revisions. Refused with `function_in_use`, which names the agents, while a working copy or a published copy names it. */
export async function deleteFunction(deps: { database: Database }, member: Member, id: FunctionId): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockFunction(tx, scope, id);
    if (!row) fail('not_found');
    const titles = (await listUsingAgents(tx, scope, id)).map(({ title }) => title);
    if (titles.length > 0)
      fail('function_in_use', {
        message: inUseSentence(titles),
        issues: titles.slice(0, 100).map((title) => ({ path: 'agents', message: title })),
      });
    await removeFunction(tx, scope, id);
    const details = { name: row.definition.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'function.delete', target: id, details });
  });
}

function inUseSentence(titles: readonly string[]): string {
  const named = titles.slice(0, AGENTS_NAMED).map((title) => `"${title}"`);
  const more = titles.length - named.length;
  const list = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `This function is used by ${list}. Take it away there first.`;
}
