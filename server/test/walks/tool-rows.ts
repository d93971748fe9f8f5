import type { AccessScope } from '@antiphon/contract/access-keys';
import type { ToolName } from '../../src/domain/mcp-tools/mcp-tools.module.ts';
import type { Tenant } from '../factories/tenant.ts';

export type ToolRow = {
  scope: AccessScope;
  isChange?: true;
  input: (tenant: Tenant) => Record<string, unknown>;
  /** Fields that name a tenant's things: another tenant's in their place are not found. */
  names?: readonly string[];
  /** What whoever may call is told where it was called before. */
  mayFail?: readonly string[];
};

const agent = (t: Tenant) => ({ id: t.agentId });
const days = { from: '2026-01-01', to: '2026-01-31' };

/** A new tool without a row here does not pass the type check. `tools.test.ts` walks over them with every set of scopes. */
export const toolRows: Record<ToolName, ToolRow> = {
  list_agents: { scope: 'read', input: () => ({}) },
  get_agent: { scope: 'read', input: agent, names: ['id'] },
  create_agent: { scope: 'agents.write', isChange: true, input: () => ({ title: 'Harbour Bikes' }) },
  update_agent: {
    ...{ scope: 'agents.write', isChange: true, names: ['id'], mayFail: ['conflict'] },
    input: (t) => ({ ...agent(t), draftRevision: t.draftRevision, greeting: 'Ahoy' }),
  },
  diff_agent: { scope: 'read', input: agent, names: ['id'] },
  list_versions: { scope: 'read', input: agent, names: ['id'] },
  publish_agent: {
    ...{ scope: 'agents.publish', isChange: true, names: ['id'], mayFail: ['nothing_to_publish'] },
    input: agent,
  },
  promote_agent: {
    ...{ scope: 'agents.publish', isChange: true, names: ['id'], mayFail: ['nothing_to_publish'] },
    input: (t) => ({ id: t.blueprintId, version: 2 }),
  },
  restore_version: {
    ...{ scope: 'agents.publish', isChange: true, names: ['id'] },
    input: (t) => ({ ...agent(t), number: 1 }),
  },
  list_documents: { scope: 'read', input: agent, names: ['id'] },
  get_document: { scope: 'read', input: (t) => ({ ...agent(t), docId: t.documentId }), names: ['id', 'docId'] },
  search_knowledge: { scope: 'read', input: (t) => ({ ...agent(t), q: 'electric bike' }), names: ['id'] },
  add_text: {
    ...{ scope: 'knowledge.write', isChange: true, names: ['id'] },
    input: (t) => ({ ...agent(t), title: 'Hours', text: 'Open from nine to five.' }),
  },
  add_url: {
    ...{ scope: 'knowledge.write', isChange: true, names: ['id'] },
    input: (t) => ({ ...agent(t), url: 'https://example.com/hours' }),
  },
  list_conversations: { scope: 'conversations.read', input: (t) => ({ agentId: t.agentId }), names: ['agentId'] },
  get_conversation: {
    ...{ scope: 'conversations.read', names: ['conversationId'] },
    input: (t) => ({ conversationId: t.conversationId }),
  },
  get_figures: { scope: 'read', input: (t) => ({ ...days, agentId: t.agentId }), names: ['agentId'] },
  list_tests: { scope: 'read', input: agent, names: ['id'] },
  run_tests: {
    ...{ scope: 'agents.write', isChange: true, names: ['id'], mayFail: ['suite_busy', 'conflict'] },
    input: agent,
  },
  get_test_run: { scope: 'read', input: (t) => ({ ...agent(t), runId: t.suiteRunId }), names: ['id', 'runId'] },
  list_functions: { scope: 'read', input: () => ({}) },
};
