import { fail } from '@antiphon/contract/errors';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { McpSourceId } from '@antiphon/contract/ids';
import type { McpSource } from '@antiphon/contract/mcp-sources';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { keepToolFunction } from '../functions/keep-tool-function.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { getSource } from './get-source.ts';
import { findTool, lockSource, noteApproval } from './mcp-sources.queries.ts';
import { definitionOfTool } from './tool-definition.rules.ts';
import { readToolInputs } from './tool-schema.rules.ts';

type Approval = { id: McpSourceId; tool: string; fingerprint: string } & Pick<FunctionDefinition, 'kind' | 'examples'>;

/**
 * Makes a tool a function that is published, or the next revision of the function that it is, with what its server says of it now.
 * Whether it does something is the owner's word, whatever the server says. Fails with `conflict` where the server said something else
 * since it was looked at, and with `tool_unfit`.
 */
export async function approveTool(
  deps: { database: Database },
  member: Member,
  { id, tool: name, fingerprint, kind, examples }: Approval,
): Promise<McpSource> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const source = await lockSource(tx, scope, id);
    const tool = source && (await findTool(tx, scope, id, name));
    if (!source || !tool?.isThere) fail('not_found');
    if (tool.fingerprint !== fingerprint) fail('conflict');
    const { fault } = readToolInputs(tool.inputSchema);
    if (fault !== null) fail('tool_unfit', { message: fault, issues: [{ path: 'tool', message: fault }] });
    const details = { source: source.name, tool: name, kind };
    // Its lock on the workspace's chain makes two savings wait for each other.
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'mcp_tool.approve', target: id, details });
    const make = (before: FunctionDefinition | null) => definitionOfTool({ source, tool, kind, examples, before });
    const functionId = await keepToolFunction(tx, member, { id: tool.functionId, make });
    await noteApproval(tx, scope, id, name, functionId);
  });
  return getSource(deps, scope, id);
}
