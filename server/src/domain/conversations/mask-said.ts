import type { Guardrails } from '@antiphon/contract/guardrails';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findGuardrails } from '../agents/get-agent.ts';
import { ALL_MASKS, maskText } from '../guardrails/mask-text.rules.ts';
import { findConversation } from './conversations.queries.ts';

/**
 * What a visitor wrote, as it may be kept by the settings of their agent. It is called before anything is stored, searched for, captured
 * or told. Most texts hold nothing that could be masked, and cost no round trip.
 */
export async function maskSaid(
  { database }: { database: Database },
  scope: Scope,
  id: ConversationId,
  text: string,
): Promise<string> {
  if (!mayHold(text)) return text;
  return database.transaction(scope, async (tx) => {
    const conversation = await findConversation(tx, scope, id);
    return conversation ? maskWithin(tx, scope, conversation, text) : text;
  });
}

/** The same where the conversation was read. */
export async function maskWithin(
  tx: Tx,
  scope: Scope,
  { agentId, isTest }: { agentId: AgentId; isTest: boolean },
  text: string,
): Promise<string> {
  if (!mayHold(text)) return text;
  const { masks }: Pick<Guardrails, 'masks'> = await findGuardrails(tx, scope, agentId, isTest);
  return maskText(text, masks);
}

const mayHold = (text: string) => maskText(text, ALL_MASKS) !== text;
