import type { AgentEnvironment } from '@antiphon/contract/agents';
import type { SpeechHost } from '@antiphon/contract/credentials';
import type { HandoffReason } from '@antiphon/contract/events';
import type {
  AgencyId,
  AgentId,
  ChannelConnectionId,
  ClientId,
  ConversationId,
  DocumentId,
  EmailId,
  ExportId,
  LeadId,
  MessageId,
  NotificationId,
  OrgId,
  UserId,
} from '@antiphon/contract/ids';

/**
 * What happened, as the slices tell each other. Payloads carry ids and never who somebody is: who handles them reads the rows as
 * they are then, and there is nothing to erase in an event.
 */
export type DomainEvent =
  | { type: 'email_queued'; payload: { emailId: EmailId } }
  | { type: 'document_added'; payload: { agentId: AgentId; documentId: DocumentId } }
  | { type: 'document_refresh_due'; payload: { agentId: AgentId; documentId: DocumentId } }
  | { type: 'document_read'; payload: { agentId: AgentId; documentId: DocumentId } }
  /** A reading ended that would change so much that somebody has to approve it. */
  | { type: 'crawl_waiting'; payload: { agentId: AgentId; documentId: DocumentId } }
  /** What an agent knows is another since an address was read. */
  | { type: 'crawl_applied'; payload: { agentId: AgentId; documentId: DocumentId } }
  /** What a site was known by, and what it is called since its start page was read, or another site was named in its place. */
  | { type: 'site_named'; payload: { agentId: AgentId; knownBy: string; siteName: string } }
  | { type: 'agent_published'; payload: { agentId: AgentId; version: number; environment: AgentEnvironment } }
  | { type: 'export_requested'; payload: { exportId: ExportId } }
  | { type: 'workspace_deleted'; payload: Record<string, never> }
  | { type: 'agent_deleted'; payload: { agentId: AgentId } }
  | { type: 'agent_duplicated'; payload: { agentId: AgentId; fromAgentId: AgentId } }
  | { type: 'conversation_erased'; payload: { agentId: AgentId; conversationId: ConversationId } }
  | { type: 'conversation_started'; payload: { agentId: AgentId; conversationId: ConversationId } }
  | { type: 'conversation_ended'; payload: { agentId: AgentId; conversationId: ConversationId; reason: EndReason } }
  /** Given, changed or taken back; what it is now stands in the conversation. */
  | { type: 'conversation_rated'; payload: { agentId: AgentId; conversationId: ConversationId } }
  /** The same of a thumb. */
  | { type: 'answer_rated'; payload: { agentId: AgentId; conversationId: ConversationId; messageId: MessageId } }
  /** A visitor made themselves known, once a lead; what is imported or typed in by hand is not told. */
  | { type: 'lead_created'; payload: LeadPayload }
  /** A visitor who is a lead already left a message. */
  | { type: 'contact_left'; payload: Omit<LeadPayload, 'leadId'> & { leadId: LeadId | null } }
  /** Once for each name that an agency takes, not where it takes its own again. `userId` is null where a key did it. */
  | { type: 'agency_subdomain_verified'; payload: { agencyId: AgencyId; userId: UserId | null; domain: string } }
  | { type: 'client_created'; payload: { clientId: ClientId; orgId: OrgId } }
  /** Also written by the database function `finish_reply`, where the agent asks. */
  | { type: 'person_requested'; payload: RequestPayload }
  /** A request was closed or put aside: nobody need be told of it any more. */
  | { type: 'request_settled'; payload: { conversationId: ConversationId } }
  | { type: 'document_failed'; payload: { agentId: AgentId; documentId: DocumentId } }
  /** `answeredBy` is the model that answered instead; empty where none did. */
  | { type: 'model_failed'; payload: { agentId: AgentId; model: string; answeredBy: string } }
  /** Who is to listen and speak in its calls did not: browsers do so for now. */
  | { type: 'speech_failed'; payload: { agentId: AgentId; provider: SpeechHost } }
  /** It is answered and sent to again: resumed, or connected anew. */
  | { type: 'channel_opened'; payload: { connectionId: ChannelConnectionId } }
  /** Its provider refuses the token; `channel` is the name by which people find it there. */
  | { type: 'channel_failing'; payload: { agentId: AgentId; connectionId: ChannelConnectionId; channel: string } }
  /** `orgId`: whose account; null is the workspace's own. */
  | {
      type: 'credits_low';
      payload: { usedPercent: number; creditsLeft: number; creditsGranted: number; orgId: OrgId | null };
    }
  /** A client wanted to buy more credits than its agency could give. */
  | { type: 'sale_refused'; payload: { orgId: OrgId; credits: number } }
  /** Money went back, and so many credits with it. `orgId` null: of the workspace's own. */
  | { type: 'payment_reversed'; payload: { orgId: OrgId | null; credits: number } }
  | { type: 'payment_disputed'; payload: { orgId: OrgId | null } }
  | { type: 'webhook_failing'; payload: { status: number | null; error: string; isPaused: boolean } }
  | { type: 'webhook_deleted'; payload: Record<string, never> }
  /** The key of a font that somebody chose and that is not here yet. */
  | { type: 'font_wanted'; payload: { font: string } }
  | { type: 'notification_raised'; payload: { notificationId: NotificationId } };

/** Half an hour without a message, a rating, or an end on the agent's canvas that says so. */
export type EndReason = 'inactivity' | 'rating' | 'flow';

/** `isClosed`: outside of the hours of the agent's people, so that nobody is called. */
type RequestPayload = { agentId: AgentId; conversationId: ConversationId; reason: HandoffReason; isClosed?: boolean };

/** `asksForPerson`: the agent offers to hand over to a person, and the visitor left an address for that. */
type LeadPayload = { agentId: AgentId; conversationId: ConversationId; leadId: LeadId; asksForPerson: boolean };
