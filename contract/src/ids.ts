import * as z from 'zod';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` characters of [0-9A-Za-z] from the system's random source, without modulo bias. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

const id = <const Name extends string>(_name: Name) => z.string().min(1).max(64).brand<Name>();

export const WorkspaceUid = id('WorkspaceUid');
export type WorkspaceUid = z.infer<typeof WorkspaceUid>;
export const UserId = id('UserId');
export type UserId = z.infer<typeof UserId>;
export const AgentId = id('AgentId');
export type AgentId = z.infer<typeof AgentId>;
export const DocumentId = id('DocumentId');
export type DocumentId = z.infer<typeof DocumentId>;
export const ConversationId = id('ConversationId');
export type ConversationId = z.infer<typeof ConversationId>;
/** Made by whoever writes the message (the widget, for a visitor's), so that sending it twice changes nothing. */
export const MessageId = z.uuid().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;
export const CredentialId = id('CredentialId');
export type CredentialId = z.infer<typeof CredentialId>;
export const FileId = id('FileId');
export type FileId = z.infer<typeof FileId>;
export const EmailId = id('EmailId');
export type EmailId = z.infer<typeof EmailId>;
export const InvitationId = id('InvitationId');
export type InvitationId = z.infer<typeof InvitationId>;
export const WebhookDeliveryId = id('WebhookDeliveryId');
export type WebhookDeliveryId = z.infer<typeof WebhookDeliveryId>;
export const NotificationId = id('NotificationId');
export type NotificationId = z.infer<typeof NotificationId>;
/** Made by whoever writes the note. */
export const NoteId = z.uuid().brand<'NoteId'>();
export type NoteId = z.infer<typeof NoteId>;
export const CannedResponseId = id('CannedResponseId');
export type CannedResponseId = z.infer<typeof CannedResponseId>;

export const ScheduleId = id('ScheduleId');
export type ScheduleId = z.infer<typeof ScheduleId>;

export const McpSourceId = id('McpSourceId');
export type McpSourceId = z.infer<typeof McpSourceId>;
export const FunctionId = id('FunctionId');
export type FunctionId = z.infer<typeof FunctionId>;

export const FunctionCallId = id('FunctionCallId');
export type FunctionCallId = z.infer<typeof FunctionCallId>;

export const CallCredentialId = id('CallCredentialId');
export type CallCredentialId = z.infer<typeof CallCredentialId>;

export const CallId = id('CallId');
export type CallId = z.infer<typeof CallId>;
export const CallRecordingId = id('CallRecordingId');
export type CallRecordingId = z.infer<typeof CallRecordingId>;

export const CampaignId = id('CampaignId');
export type CampaignId = z.infer<typeof CampaignId>;

export const PhoneNumberId = id('PhoneNumberId');
export type PhoneNumberId = z.infer<typeof PhoneNumberId>;

export const AccessKeyId = id('AccessKeyId');
export type AccessKeyId = z.infer<typeof AccessKeyId>;

export const SuiteCaseId = id('SuiteCaseId');
export type SuiteCaseId = z.infer<typeof SuiteCaseId>;
export const CrawlRunId = id('CrawlRunId');
export type CrawlRunId = z.infer<typeof CrawlRunId>;
export const SuiteRunId = id('SuiteRunId');
export type SuiteRunId = z.infer<typeof SuiteRunId>;

export const BlueprintPushId = id('BlueprintPushId');
export type BlueprintPushId = z.infer<typeof BlueprintPushId>;

export const AgencyId = id('AgencyId');
export type AgencyId = z.infer<typeof AgencyId>;

export const TabId = id('TabId');
export type TabId = z.infer<typeof TabId>;

export const SendingDomainId = id('SendingDomainId');
export type SendingDomainId = z.infer<typeof SendingDomainId>;

export const ChannelConnectionId = id('ChannelConnectionId');
export type ChannelConnectionId = z.infer<typeof ChannelConnectionId>;
export const ChannelThreadId = id('ChannelThreadId');
export type ChannelThreadId = z.infer<typeof ChannelThreadId>;
export const SimulatedLineId = id('SimulatedLineId');
export type SimulatedLineId = z.infer<typeof SimulatedLineId>;

export const OrgId = id('OrgId');
export type OrgId = z.infer<typeof OrgId>;
export const ClientId = id('ClientId');
export type ClientId = z.infer<typeof ClientId>;

export const ExportId = id('ExportId');
export type ExportId = z.infer<typeof ExportId>;

export const PayerId = id('PayerId');
export type PayerId = z.infer<typeof PayerId>;

export const QuoteId = id('QuoteId');
export type QuoteId = z.infer<typeof QuoteId>;

export const OrderId = id('OrderId');
export type OrderId = z.infer<typeof OrderId>;

export const AgencyPlanId = id('AgencyPlanId');
export type AgencyPlanId = z.infer<typeof AgencyPlanId>;

export const LeadId = id('LeadId');
export type LeadId = z.infer<typeof LeadId>;
export const LeadGroupId = id('LeadGroupId');
export type LeadGroupId = z.infer<typeof LeadGroupId>;
export const LeadDeletionId = id('LeadDeletionId');
export type LeadDeletionId = z.infer<typeof LeadDeletionId>;

/** Workspace and user ids have 15 characters and no prefix: their length is fixed by the specification, section 9. */
export const newWorkspaceUid = () => randomText(15) as WorkspaceUid;
export const newUserId = () => randomText(15) as UserId;
/** As those of users. */
export const newClientId = () => randomText(15) as ClientId;
export const newOrgId = () => `org_${randomText(15)}` as OrgId;
/** Opens a client's dashboard once (190 bits). */
export const newOpeningCode = () => `vo_${randomText(32)}`;
/** The cookie of a client's session (190 bits). */
export const newClientToken = () => `cs_${randomText(32)}`;
/** What the link of a mail carries, once (190 bits). */
export const newLoginToken = () => `vl_${randomText(32)}`;
export const newFeedbackId = () => `fbk_${randomText(20)}`;
export const newClientSessionId = () => `cls_${randomText(20)}`;
export const newAgentId = () => `agt_${randomText(15)}` as AgentId;
export const newDocumentId = () => `doc_${randomText(15)}` as DocumentId;
export const newChunkId = () => `chk_${randomText(15)}`;
export const newConversationId = () => `cnv_${randomText(20)}` as ConversationId;
export const newMessageId = () => crypto.randomUUID() as MessageId;
export const newCredentialId = () => `crd_${randomText(15)}` as CredentialId;
export const newEmailId = () => `eml_${randomText(20)}` as EmailId;
export const newFileId = () => `fil_${randomText(22)}` as FileId;
export const newInvitationId = () => `inv_${randomText(15)}` as InvitationId;
/** What the mail of an invitation carries, and nothing else (190 bits). */
export const newInvitationSecret = () => `vi_${randomText(32)}`;
export const newEventId = () => `evt_${randomText(20)}`;
export const newWebhookDeliveryId = () => `msg_${randomText(22)}` as WebhookDeliveryId;
export const newCannedResponseId = () => `can_${randomText(15)}` as CannedResponseId;
export const newSuiteCaseId = () => `tst_${randomText(15)}` as SuiteCaseId;
export const newCrawlRunId = () => `crn_${randomText(15)}` as CrawlRunId;
export const newBlueprintPushId = () => `psh_${randomText(15)}` as BlueprintPushId;
export const newSuiteRunId = () => `run_${randomText(15)}` as SuiteRunId;
export const newCampaignId = () => `cmp_${randomText(15)}` as CampaignId;
export const newPhoneNumberId = () => `phn_${randomText(15)}` as PhoneNumberId;
export const newMcpSourceId = () => `mcp_${randomText(15)}` as McpSourceId;
export const newFunctionId = () => `fnc_${randomText(15)}` as FunctionId;
/** Also the `Idempotency-Key` of the call (119 bits). */
export const newFunctionCallId = () => `fcl_${randomText(20)}` as FunctionCallId;
export const newCallId = () => `call_${randomText(20)}` as CallId;
export const newCallRecordingId = () => `rec_${randomText(20)}` as CallRecordingId;
/** Opens one connection of a call. */
export const newCallSecret = () => randomText(40);
export const newAccessKeyId = () => `akey_${randomText(15)}` as AccessKeyId;
/** A program's bearer key (238 bits). Agencies' clients may see one: it names nobody. */
export const newAccessSecret = () => `ak_${randomText(40)}`;
export const newCallCredentialId = () => `ccr_${randomText(15)}` as CallCredentialId;
export const newScheduleId = () => `sch_${randomText(15)}` as ScheduleId;
/** The key of an agency's admin link: 25 characters (148 bits). */
export const newAgencySecret = () => randomText(25);
export const newChannelConnectionId = () => `chn_${randomText(15)}` as ChannelConnectionId;
export const newChannelThreadId = () => `cht_${randomText(20)}` as ChannelThreadId;
export const newSimulatedLineId = () => `sml_${randomText(20)}` as SimulatedLineId;
/** Names a connection to its provider, in the address that it calls (190 bits). */
export const newHookKey = () => randomText(32);
/** What the provider sends along with each call (190 bits). */
export const newHookSecret = () => randomText(32);
export const newExportId = () => `exp_${randomText(20)}` as ExportId;
export const newAgencyId = () => `agy_${randomText(15)}` as AgencyId;
export const newTabId = () => `tab_${randomText(15)}` as TabId;
export const newSendingDomainId = () => `sdm_${randomText(15)}` as SendingDomainId;
export const newPayerId = () => `pyr_${randomText(20)}` as PayerId;
export const newQuoteId = () => `quo_${randomText(20)}` as QuoteId;
export const newOrderId = () => `ord_${randomText(20)}` as OrderId;
/** Also the id of its product at the payment provider, which is made once however often it is asked for. */
export const newAgencyPlanId = () => `apl_${randomText(20)}` as AgencyPlanId;
export const newLeadId = () => `led_${randomText(15)}` as LeadId;
export const newLeadGroupId = () => `lgr_${randomText(15)}` as LeadGroupId;
export const newLeadDeletionId = () => `ldl_${randomText(15)}` as LeadDeletionId;
export const newNotificationId = () => `ntf_${randomText(20)}` as NotificationId;
/** The workspace's bearer key: 20 characters, of which the first three are `vg_` (101 bits of randomness). */
export const newWorkspaceSecret = () => `vg_${randomText(17)}`;
/** The bearer key of one visitor for one conversation (190 bits). */
export const newVisitorToken = () => `vt_${randomText(32)}`;
