import type { ChargedMessage } from '@antiphon/contract/conversations';
import type { Message, MessageState } from '@antiphon/contract/events';
import type { MessageRow } from './conversations.queries.ts';

export const isFinal = (state: MessageState) => state !== 'queued' && state !== 'streaming';

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  role: row.role,
  state: row.state,
  text: row.text,
  citations: row.citations,
  attachments: row.attachments,
  isUnknown: row.isUnknown,
  ...(row.offersPerson ? { offersPerson: true } : {}),
  ...(row.operator ? { operator: row.operator } : {}),
  ...(row.thumb ? { thumb: { value: row.thumb.value, reason: row.thumb.reason, comment: row.thumb.comment } } : {}),
  createdAt: row.createdAt.toISOString(),
});

export const toChargedMessage = (row: MessageRow): ChargedMessage => ({
  ...toMessage(row),
  credits: row.creditsMicro / 1_000_000,
});
