import type { AgentEnvironment } from '@antiphon/contract/agents';
import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { copyFor } from '../agents/agents.rules.ts';
import { findGuardrails } from '../agents/get-agent.ts';
import { ALL_MASKS, maskText } from './mask-text.rules.ts';

/** Most texts hold nothing that could be masked: for them no settings are read. */
export const mayHoldMasked = (text: string): boolean => maskText(text, ALL_MASKS) !== text;

/** What a visitor wrote, as it may be kept by the settings of the agent that answers them. */
export async function maskWithin(
  tx: Tx,
  scope: Scope,
  { agentId, ...of }: { agentId: AgentId; isTest: boolean; environment: AgentEnvironment },
  text: string,
): Promise<string> {
  if (!mayHoldMasked(text)) return text;
  const { masks } = await findGuardrails(tx, scope, agentId, copyFor(of));
  return maskText(text, masks);
}
