import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findGuardrails } from '../agents/get-agent.ts';
import { ALL_MASKS, maskText } from './mask-text.rules.ts';

/** Most texts hold nothing that could be masked: for them no settings are read. */
export const mayHoldMasked = (text: string): boolean => maskText(text, ALL_MASKS) !== text;

/** What a visitor wrote, as it may be kept by the settings of the agent that answers them. */
export async function maskWithin(
  tx: Tx,
  scope: Scope,
  { agentId, isTest }: { agentId: AgentId; isTest: boolean },
  text: string,
): Promise<string> {
  if (!mayHoldMasked(text)) return text;
  const { masks } = await findGuardrails(tx, scope, agentId, isTest);
  return maskText(text, masks);
}
