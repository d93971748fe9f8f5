import type { MessageKind } from '@antiphon/contract/campaign-words';
import type { CallId, ChannelConnectionId, ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { InboundEvent } from '../channels/channels.ports.ts';

/** A message of a campaign to somebody who writes now. */
export type AnsweredMessage = { id: CallId; text: string; at: Date };

/** What is told of messages that no conversation holds, in the transaction that keeps what was told. */
export type CampaignMessages = {
  /** What became of one. False where it is none of theirs. */
  told(tx: Tx, scope: Scope, told: Extract<InboundEvent, { kind: 'status' }>): Promise<boolean>;
  /** Whoever got one took themselves off. */
  refused(tx: Tx, scope: Scope, who: { kind: MessageKind; address: string }): Promise<void>;
  /** The last one from there, which began no conversation yet. */
  findAnswered(
    tx: Tx,
    scope: Scope,
    at: { kind: MessageKind; connectionId: ChannelConnectionId; address: string },
  ): Promise<AnsweredMessage | null>;
  /** It is answered in this conversation. */
  answered(tx: Tx, scope: Scope, id: CallId, conversationId: ConversationId): Promise<void>;
};
