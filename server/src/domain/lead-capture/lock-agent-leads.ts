import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { lockLeads } from './lead-capture.queries.ts';

/** Whatever writes leads of an agent holds this first; it ends with the transaction. */
export const lockAgentLeads = (tx: Tx, agentId: AgentId): Promise<void> => lockLeads(tx, agentId);
