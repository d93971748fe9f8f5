import {
  type AgentId,
  type CallId,
  type ConversationId,
  newCallRecordingId,
  type PhoneNumberId,
} from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { insertRecording } from './call-recordings.queries.ts';

const DAY_MS = 86_400_000;
/** A call is over by then: whoever should have told of its recording did not. */
const UNTOLD_MS = (limits.callMinutesMax + 30) * 60_000;

export type RecordedCall = { id: CallId; agentId: AgentId; conversationId: ConversationId };

export const expiryOf = (days: number, now: number): Date => new Date(now + days * DAY_MS);

/** A recording at a provider of telephony begins now. Once for a call: false where it had begun. */
export async function beginRecording(
  { database }: { database: Database },
  scope: Scope,
  call: RecordedCall,
  at: { days: number; phoneNumberId: PhoneNumberId; vendorCallId: string },
): Promise<boolean> {
  const now = Date.now();
  const { phoneNumberId, vendorCallId } = at;
  return database.transaction(scope, (tx) =>
    insertRecording(tx, scope, {
      ...{ id: newCallRecordingId(), callId: call.id, agentId: call.agentId, conversationId: call.conversationId },
      ...{ part: 1, state: 'running', phoneNumberId, vendorCallId },
      startedAt: new Date(now),
      nextAt: new Date(now + UNTOLD_MS),
      expiresAt: expiryOf(at.days, now),
    }),
  );
}
