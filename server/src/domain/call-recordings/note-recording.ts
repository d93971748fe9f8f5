import type { CallId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { RecordingEnd, Telephony, TelephonyAccount } from '../phone-numbers/telephony.ports.ts';
import { noteAtProvider } from './call-recordings.queries.ts';

/**
 * A provider tells that a recording lies there: a job fetches it. Of what nobody knows any more, such as of somebody who was erased, nothing is kept
 * there either.
 */
export async function noteRecording(
  { database, telephony }: { database: Database; telephony: Telephony },
  scope: Scope,
  account: TelephonyAccount,
  { callId, end }: { callId: CallId; end: RecordingEnd },
): Promise<void> {
  const { recordingId: vendorId, callId: vendorCallId, seconds } = end;
  // What was not recorded is looked for once, and not found.
  const isKnown = await database.transaction(scope, (tx) =>
    noteAtProvider(tx, scope, { callId, vendorCallId, vendorId, ms: seconds * 1_000 }),
  );
  if (!isKnown) await telephony.deleteRecording(account, vendorId);
}
