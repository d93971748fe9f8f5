import { fail } from '@antiphon/contract/errors';
import type { McpSourceId } from '@antiphon/contract/ids';
import type { McpSource } from '@antiphon/contract/mcp-sources';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { getSource } from './get-source.ts';
import { lockSource, noteLook, writeTools } from './mcp-sources.queries.ts';
import { takeDueLooks } from './mcp-sources.system.queries.ts';
import { type ReadDeps, readTools } from './read-tools.ts';

export type LookDeps = ReadDeps & { systemScope: SystemScope };

/** Asks again. What its server says otherwise than it was approved is off from now on. A server that cannot be asked changes nothing. */
export async function lookAgain(deps: ReadDeps, member: Member, id: McpSourceId): Promise<McpSource> {
  demand(member, 'agents.write');
  await look(deps, member.scope, id);
  return getSource(deps, member.scope, id);
}

/** Of one run, which has ten minutes; a server may take ten seconds. */
const [PER_RUN, AT_ONCE] = [200, 8];

/** Once a day each, where a tool of theirs is a function: a server that changes what it says is found out, though nobody looks. */
export async function lookAtDue(deps: LookDeps, makeScope: (workspaceUid: string) => Scope): Promise<void> {
  const { database, systemScope } = deps;
  const due = await database.transaction(systemScope, (tx) => takeDueLooks(tx, systemScope, PER_RUN));
  const lanes = Array.from({ length: AT_ONCE }, (_lane, nth) => due.filter((_one, at) => at % AT_ONCE === nth));
  await Promise.all(
    lanes.map((lane) => eachApart(lane, ({ id, workspaceUid }) => look(deps, makeScope(workspaceUid), id))),
  );
}

async function look(deps: ReadDeps, scope: Scope, id: McpSourceId): Promise<void> {
  const before = await getSource(deps, scope, id);
  const { tools, fault } = await readTools(deps, scope, before);
  await deps.database.transaction(scope, async (tx) => {
    if (!(await lockSource(tx, scope, id))) fail('not_found');
    await noteLook(tx, scope, id, fault === null ? { fault, lookedAt: new Date() } : { fault });
    if (tools) await writeTools(tx, scope, id, tools);
  });
}
