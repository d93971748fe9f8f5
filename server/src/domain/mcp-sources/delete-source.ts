import { fail } from '@antiphon/contract/errors';
import type { McpSourceId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listToolRows, lockSource, removeSource } from './mcp-sources.queries.ts';

/** With what is known of its tools. Refused with `mcp_source_in_use`, which names them, while some are functions. */
export async function deleteSource(deps: { database: Database }, member: Member, id: McpSourceId): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const source = await lockSource(tx, scope, id);
    if (!source) fail('not_found');
    const used = (await listToolRows(tx, scope, id)).filter(({ tool }) => tool.functionId !== null);
    if (used.length > 0)
      fail('mcp_source_in_use', { issues: used.map(({ tool }) => ({ path: 'tools', message: tool.name })) });
    await removeSource(tx, scope, id);
    const details = { name: source.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'mcp_source.delete', target: id, details });
  });
}
