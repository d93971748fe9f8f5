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

/** Workspace and user ids have 15 characters and no prefix: their length is fixed by the specification, section 9. */
export const newWorkspaceUid = () => randomText(15) as WorkspaceUid;
export const newUserId = () => randomText(15) as UserId;
export const newAgentId = () => `agt_${randomText(15)}` as AgentId;
export const newDocumentId = () => `doc_${randomText(15)}` as DocumentId;
export const newChunkId = () => `chk_${randomText(15)}`;
export const newConversationId = () => `cnv_${randomText(20)}` as ConversationId;
export const newMessageId = () => crypto.randomUUID() as MessageId;
export const newCredentialId = () => `crd_${randomText(15)}` as CredentialId;
export const newFileId = () => `fil_${randomText(22)}` as FileId;
export const newEventId = () => `evt_${randomText(20)}`;
/** The workspace's bearer key: 20 characters, of which the first three are `vg_` (101 bits of randomness). */
export const newWorkspaceSecret = () => `vg_${randomText(17)}`;
/** The bearer key of one visitor for one conversation (190 bits). */
export const newVisitorToken = () => `vt_${randomText(32)}`;
