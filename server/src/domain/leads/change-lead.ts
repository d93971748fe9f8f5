import { fail } from '@antiphon/contract/errors';
import { type AgentId, type LeadId, newLeadId } from '@antiphon/contract/ids';
import type { Lead, NewLead } from '@antiphon/contract/leads';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import type { Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import { demandLeadWrite } from './leads.policy.ts';
import { countLeads, findByKeys, findLeadRow, insertLeads, updateLeadRow } from './leads.queries.ts';
import { applyChange, type LeadContent, NO_CONTENT, toColumns } from './leads.rules.ts';
import { toOneLead } from './list-leads.ts';

type Deps = { database: Database };

/** Fails with `invalid_input`, `lead_exists` (the address is another lead's) or `lead_limit_reached`. */
export async function createLead(deps: Deps, member: Member, agentId: AgentId, given: NewLead): Promise<Lead> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const content = await checked(tx, scope, agentId, NO_CONTENT, given);
    await lockAgentLeads(tx, agentId);
    await demandOwnEmail(tx, scope, agentId, content, null);
    if ((await countLeads(tx, scope, agentId, { matching: { digits: '' } })) >= limits.leadsPerAgentMax)
      fail('lead_limit_reached');
    const [row] = await insertLeads(tx, scope, [{ id: newLeadId(), agentId, ...toColumns(content), source: 'manual' }]);
    return row ? toOneLead(tx, scope, row) : fail('not_found');
  });
}

/** Changes what is given. Fails as `createLead`, or with `not_found`. */
export async function updateLead(
  deps: Deps,
  member: Member,
  { agentId, leadId }: { agentId: AgentId; leadId: LeadId },
  given: NewLead,
): Promise<Lead> {
  demandLeadWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    const before = await findLeadRow(tx, scope, agentId, leadId);
    if (!before) fail('not_found');
    const content = await checked(tx, scope, agentId, before, given);
    await demandOwnEmail(tx, scope, agentId, content, leadId);
    const { name, email, phone, company, custom, note, nameKey, emailKey, phoneKey } = toColumns(content);
    const change = { name, email, phone, company, custom, note, nameKey, emailKey, phoneKey };
    return toOneLead(tx, scope, await updateLeadRow(tx, scope, leadId, { ...change, lastSeenAt: new Date() }));
  });
}

/** Also finds out whether the agent is there. */
export async function checked(tx: Tx, scope: Scope, agentId: AgentId, before: LeadContent, given: NewLead) {
  const { leadFields } = await getAgentSettings(tx, scope, agentId);
  const { name, email, phone, company, custom, note } = before;
  const known = { name, email, phone, company, custom, note };
  const { content, issues } = applyChange(leadFields, known, given);
  if (issues.length > 0) fail('invalid_input', { issues });
  return content;
}

export async function demandOwnEmail(tx: Tx, scope: Scope, agentId: AgentId, content: LeadContent, own: LeadId | null) {
  const { emailKey } = toColumns(content);
  if (emailKey === '') return;
  const others = await findByKeys(tx, scope, agentId, { emails: [emailKey], phones: [] });
  if (others.some(({ id }) => id !== own))
    fail('lead_exists', { issues: [{ path: 'email', message: 'There is already a lead with this email.' }] });
}
