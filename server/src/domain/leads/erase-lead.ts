import { Failure, fail } from '@antiphon/contract/errors';
import type { AgentId, LeadId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { forgetAnswers } from '../../db/forget-answers.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetNumbers } from '../consents/change-consent.ts';
import { eraseConversation } from '../conversations/erase-conversation.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { lockAgentLeads } from '../lead-capture/lock-agent-leads.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandLeadErase } from './leads.policy.ts';
import { deleteLeadRows, findLeadRow, listConversationIds } from './leads.queries.ts';

/**
 * A person, for good: first every conversation with them, each with what was told of it, then the lead. Cut off in between it
 * is begun again by the next call, for the lead goes last. Fails with `not_found`.
 */
export async function eraseLead(
  deps: { database: Database; fileStore: FileStore; secretKey: string },
  member: Member,
  { agentId, leadId }: { agentId: AgentId; leadId: LeadId },
): Promise<void> {
  demandLeadErase(member);
  const { scope } = member;
  const { ids, number } = await deps.database.transaction(scope, async (tx) => {
    const lead = (await findLeadRow(tx, scope, agentId, leadId)) ?? fail('not_found');
    return { ids: await listConversationIds(tx, scope, leadId), number: lead.phoneKey };
  });
  for (const id of ids) await eraseIfThere(deps, member, id);
  await deps.database.transaction(scope, async (tx) => {
    await lockAgentLeads(tx, agentId);
    await forgetNumbers(deps, tx, scope, number === '' ? [] : [number]);
    await deleteLeadRows(tx, scope, agentId, [leadId]);
    await forgetAnswers(tx, scope, leadId);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'lead.erase', target: leadId });
  });
}

async function eraseIfThere(deps: Parameters<typeof eraseConversation>[0], ...rest: EraseArguments) {
  try {
    await eraseConversation(deps, ...rest);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'not_found')) throw error;
  }
}

type EraseArguments = Parameters<typeof eraseConversation> extends [unknown, ...infer Rest] ? Rest : never;
