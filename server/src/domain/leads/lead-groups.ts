import { fail } from '@antiphon/contract/errors';
import { type AgentId, type LeadGroupId, newLeadGroupId } from '@antiphon/contract/ids';
import type { LeadGroup, LeadSelection } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import {
  addChosen,
  deleteGroupRow,
  findGroup,
  insertGroup,
  listGroupRows,
  removeChosen,
  updateGroup,
} from './lead-groups.queries.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { countLeads, isChosen } from './leads.queries.ts';
import { toChoice } from './leads.rules.ts';

type Deps = { database: Database };
type Group = { agentId: AgentId; groupId: LeadGroupId };

export async function listGroups(deps: Deps, scope: Scope, agentId: AgentId): Promise<LeadGroup[]> {
  return deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    return listGroupRows(tx, scope, agentId);
  });
}

/** Fails with `invalid_input` for a name that is taken, in any case of its letters, or where there are as many as may be. */
export async function createGroup(deps: Deps, member: Member, agentId: AgentId, name: string): Promise<LeadGroup> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    await lockAgentLeads(tx, agentId);
    await demandFreeName(tx, scope, agentId, name, null);
    const id = newLeadGroupId();
    await insertGroup(tx, scope, { id, agentId, name });
    return { id, name, leads: 0 };
  });
}

export async function renameGroup(deps: Deps, member: Member, { agentId, groupId }: Group, name: string) {
  demandLeadWrite(member);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    if (!(await findGroup(tx, scope, agentId, groupId))) fail('not_found');
    await demandFreeName(tx, scope, agentId, name, groupId);
    await updateGroup(tx, scope, agentId, groupId, name);
  });
}

/** Its leads stay. */
export async function deleteGroup(deps: Deps, member: Member, { agentId, groupId }: Group): Promise<void> {
  demandLeadWrite(member);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await deleteGroupRow(tx, scope, agentId, groupId))) fail('not_found');
  });
}

/** Returns how many were not where they are now. Fails with `not_found` where there is no such group, or nobody. */
export async function assignGroup(
  deps: Deps,
  member: Member,
  { agentId, groupId }: Group,
  { isIn, ...selection }: LeadSelection & { isIn: boolean },
): Promise<number> {
  demandLeadWrite(member);
  const { scope } = member;
  const choice = toChoice(selection);
  return deps.database.transaction(scope, async (tx) => {
    if (!(await findGroup(tx, scope, agentId, groupId))) fail('not_found');
    if ((await countLeads(tx, scope, agentId, choice)) === 0) fail('not_found');
    const chosen = isChosen(scope, agentId, choice);
    return isIn ? addChosen(tx, scope, groupId, chosen) : removeChosen(tx, scope, groupId, chosen);
  });
}

/** Makes what is not there yet; the caller holds the lock. The names' groups by their lower case. */
export async function makeGroups(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  names: Iterable<string>,
): Promise<Map<string, LeadGroupId>> {
  const known = new Map((await listGroupRows(tx, scope, agentId)).map(({ id, name }) => [name.toLowerCase(), id]));
  for (const name of names) {
    if (known.has(name.toLowerCase())) continue;
    if (known.size >= limits.leadGroupsMax) fail('invalid_input', { message: TOO_MANY });
    const id = newLeadGroupId();
    await insertGroup(tx, scope, { id, agentId, name });
    known.set(name.toLowerCase(), id);
  }
  return known;
}

const TOO_MANY = `An agent may have at most ${limits.leadGroupsMax} groups.`;

async function demandFreeName(tx: Tx, scope: Scope, agentId: AgentId, name: string, own: LeadGroupId | null) {
  const groups = await listGroupRows(tx, scope, agentId);
  const refuse = (message: string) => fail('invalid_input', { issues: [{ path: 'name', message }] });
  if (groups.some((group) => group.id !== own && group.name.toLowerCase() === name.toLowerCase()))
    refuse('There is already a group with this name.');
  if (own === null && groups.length >= limits.leadGroupsMax) refuse(TOO_MANY);
}
