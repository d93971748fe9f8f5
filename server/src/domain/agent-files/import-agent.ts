import type { AgentFile, AgentFileNote } from '@antiphon/contract/agent-files';
import type { Agent } from '@antiphon/contract/agents';
import { newAgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { addCopy } from '../agents/duplicate-agent.ts';
import { readAgent } from '../agents/get-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { adoptFunctions } from '../functions/adopt-functions.ts';
import { demandFunctions } from '../functions/demand-functions.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { addSuiteCopy } from '../suites/copy-suite.ts';
import { fitFile } from './agent-files.rules.ts';

type Deps = { database: Database; callOut: Pick<CallOut, 'checkAddress'> };

/**
 * An unpublished agent of a file, with its functions and tests: all of it or nothing. The notes say what stands otherwise than in
 * the file, and what is still to be done. Fails as creating an agent and functions does.
 */
export async function importAgent(
  deps: Deps,
  member: Member,
  file: AgentFile,
): Promise<{ agent: Agent; notes: AgentFileNote[] }> {
  demand(member, 'agents.write');
  const { scope } = member;
  const id = newAgentId();
  const notes = await deps.database.transaction(scope, async (tx) => {
    const details = { title: file.settings.title };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'agent.import', target: id, details });
    const fitted = fitFile(file, await adoptFunctions(deps, tx, member, file.functions));
    await demandFunctions(tx, scope, fitted.settings);
    await addCopy(tx, member, { id, settings: fitted.settings, positions: fitted.positions, tags: [] });
    await addSuiteCopy(tx, scope, id, fitted.suite);
    return fitted.notes;
  });
  return { agent: await readAgent(deps, member, id), notes };
}
