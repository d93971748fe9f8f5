import { fail } from '@antiphon/contract/errors';
import type { FlowLayout } from '@antiphon/contract/flows';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { findLayout, updateLayout } from './flows.queries.ts';

type Deps = { database: Database };

export async function getLayout(deps: Deps, scope: Scope, id: AgentId): Promise<FlowLayout> {
  return (await deps.database.transaction(scope, (tx) => findLayout(tx, scope, id))) ?? fail('not_found');
}

/** Where nodes stand is no change of the agent: it has no version and no author, and the last one to write wins. */
export async function saveLayout(
  deps: Deps,
  member: Member,
  { id, positions }: { id: AgentId; positions: FlowLayout },
): Promise<void> {
  demand(member, 'agents.write');
  const isSaved = await deps.database.transaction(member.scope, (tx) => updateLayout(tx, member.scope, id, positions));
  if (!isSaved) fail('not_found');
}
