import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { dropRecordings } from './drop-recordings.ts';

/** One call's, by somebody of the agency; where there is none, nothing is done. */
export async function deleteRecording(
  deps: { database: Database; fileStore: FileStore },
  member: Member,
  callId: CallId,
): Promise<void> {
  demand(member, 'conversations.reply');
  const { scope } = member;
  await dropRecordings(deps, scope, { callId });
  await deps.database.transaction(scope, (tx) =>
    recordAudit(tx, scope, { actor: actorOf(member), action: 'call.delete_recording', target: callId }),
  );
}
