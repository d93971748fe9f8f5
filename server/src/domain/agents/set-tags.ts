import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { updateTags } from './agents.queries.ts';
import { cleanTags } from './agents.rules.ts';

/** Tags are the workspace's own order, no part of the settings: nothing has to be published. */
export async function setTags(
  deps: { database: Database },
  member: Member,
  input: { id: AgentId; tags: string[] },
): Promise<string[]> {
  demand(member, 'agents.write');
  const tags = await deps.database.transaction(member.scope, (tx) =>
    updateTags(tx, member.scope, input.id, cleanTags(input.tags)),
  );
  return tags ?? fail('not_found');
}
