import { agentsContract } from './agents.ts';
import { billingContract } from './billing.ts';
import { conversationsContract } from './conversations.ts';
import { credentialsContract } from './credentials.ts';
import { knowledgeContract } from './knowledge.ts';
import { visitorsContract } from './visitors.ts';
import { workspacesContract } from './workspaces.ts';

/** Everything that can be called, under `/api/{region}`. */
export const apiContract = {
  workspaces: workspacesContract,
  agents: agentsContract,
  knowledge: knowledgeContract,
  conversations: conversationsContract,
  visitors: visitorsContract,
  credentials: credentialsContract,
  billing: billingContract,
};
export type ApiContract = typeof apiContract;
