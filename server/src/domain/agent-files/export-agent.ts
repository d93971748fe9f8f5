import { AGENT_FILE, type AgentFile } from '@antiphon/contract/agent-files';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { readCopy } from '../agents/duplicate-agent.ts';
import { withoutCredential } from '../functions/adopt-functions.rules.ts';
import { findRevisions } from '../functions/find-revisions.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { readSuiteCopy } from '../suites/copy-suite.ts';
import { withoutOwn } from './agent-files.rules.ts';

/**
 * The working copy, as it is saved, with its functions as it names them. A function that is gone is left out. Fails with
 * `too_large` where no server would read the file again.
 */
export async function exportAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<AgentFile> {
  demand(member, 'agents.write');
  const { scope } = member;
  const { settings, positions, suite } = await deps.database.transaction(scope, async (tx) => ({
    ...(await readCopy(tx, scope, id)),
    suite: await readSuiteCopy(tx, scope, id),
  }));
  const known = await findRevisions(deps, scope, settings.functions);
  const file = {
    ...AGENT_FILE,
    settings: withoutOwn(settings),
    positions,
    functions: known.map(({ bound: { functionId }, definition }) => ({
      functionId,
      definition: withoutCredential(definition),
      usesCredential: definition.request.credentialId !== null,
    })),
    suite,
  };
  if (Buffer.byteLength(JSON.stringify(file)) > limits.agentFileBytesMax) fail('too_large');
  return file;
}
