import type { CallId, ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import { demandDashboard } from '../../http/client-procedures.ts';
import type { RequestContext } from '../../http/context.ts';
import { openRecording } from './open-recording.ts';

/** Beside the procedures, for a player: it asks for pieces, and sends nothing but who it is. */
export async function takeRecording(
  deps: Parameters<typeof openRecording>[0],
  context: RequestContext,
  named: { uid: string; id: string; callId: string },
  isDownload: boolean,
): Promise<Response> {
  const conversationId = named.id as ConversationId;
  const asked = { uid: named.uid as WorkspaceUid, agentId: null, conversationId };
  const member = await demandDashboard(context, { page: '/voice', of: 'conversation' }, asked);
  const callId = named.callId as CallId;
  return openRecording(deps, member, { conversationId, callId }, { range: context.headers.get('range'), isDownload });
}
