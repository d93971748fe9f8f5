import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listClientsOfAgent } from './clients.queries.ts';

/** Who is to be told of what happens at an agent: clients that work with it, of orgs that let their people in. */
export const listAgentClients = (tx: Tx, scope: Scope, agentId: AgentId) => listClientsOfAgent(tx, scope, agentId);
