import type { CallId, ConversationId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { mayHear } from './call-recordings.policy.ts';
import { listStored } from './call-recordings.queries.ts';

export type Recorded = { recordingUrl: string | null; recordedFrom: string | null };

const NONE: Recorded = { recordingUrl: null, recordedFrom: null };

/** Where the sound of these calls is, for whoever may hear it. */
export async function findRecordings(
  tx: Tx,
  scope: Scope,
  member: Pick<Member, 'permissions' | 'client'>,
  region: Region,
  calls: readonly { id: CallId; conversationId: ConversationId }[],
): Promise<(id: CallId) => Recorded> {
  if (calls.length === 0 || !mayHear(member)) return () => NONE;
  const ids = calls.map(({ id }) => id);
  const from = new Map<CallId, Date>();
  for (const { callId, startedAt } of await listStored(tx, scope, ids))
    if (!from.has(callId)) from.set(callId, startedAt);
  const places = new Map(calls.map(({ id, conversationId }) => [id, conversationId]));
  return (id) => {
    const at = from.get(id);
    if (!at) return NONE;
    const path = `/v2/workspaces/${scope.workspaceUid}/conversations/${places.get(id)}/calls/${id}/recording`;
    return { recordingUrl: `/api/${region}${path}`, recordedFrom: at.toISOString() };
  };
}
