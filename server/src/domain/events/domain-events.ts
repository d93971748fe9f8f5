import type { AgentId, ConversationId, DocumentId } from '@antiphon/contract/ids';

/** What happened, as the slices tell each other. Payloads carry ids: who handles them reads the rows as they are then. */
export type DomainEvent =
  | { type: 'document_added'; payload: { agentId: AgentId; documentId: DocumentId } }
  | { type: 'document_refresh_due'; payload: { agentId: AgentId; documentId: DocumentId } }
  | { type: 'document_read'; payload: { agentId: AgentId; documentId: DocumentId } }
  | { type: 'agent_published'; payload: { agentId: AgentId; version: number } }
  | { type: 'agent_deleted'; payload: { agentId: AgentId } }
  | { type: 'conversation_started'; payload: { agentId: AgentId; conversationId: ConversationId } }
  | { type: 'lead_created'; payload: { agentId: AgentId; conversationId: ConversationId; email: string } };
