import type { ServerResponse } from 'node:http';
import { fail } from '@antiphon/contract/errors';
import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { OpenBound, RequestContext } from './context.ts';
import { callerOf, type Member } from './procedures.ts';

/** Networks, not people: an office or a mobile carrier shares one. */
const OF_NETWORK_MAX = 300;
const RETRY_SECONDS = 10;

/** Streams of visitors: a conversation that is open in many tabs, and all of a workspace. */
export const visitorStreams = (uid: WorkspaceUid, id: ConversationId): OpenBound[] => [
  { key: `stream:conversation:${id}`, max: 12 },
  { key: `stream:visitors:${uid}`, max: 4_000 },
];

/** Streams of dashboards: one person's tabs, and all of a workspace. */
export const dashboardStreams = (member: Member): OpenBound[] => [
  { key: `stream:${callerOf(member)}`, max: 24 },
  { key: `stream:dashboards:${member.scope.workspaceUid}`, max: 1_000 },
];

/**
 * Counts a stream until its response closes. Fails with `rate_limited` where as many are open. False where the caller has
 * left meanwhile: there is nobody to write to.
 */
export function openStream(context: RequestContext, bounds: readonly OpenBound[], response: ServerResponse): boolean {
  const ofNetwork = { key: `stream:address:${context.addressPrefix}`, max: OF_NETWORK_MAX };
  const opened = context.access.open([...bounds, ofNetwork]);
  if (!opened)
    fail('rate_limited', { message: 'Too many live connections are open.', retryAfterSeconds: RETRY_SECONDS });
  if (response.closed) {
    opened.release();
    return false;
  }
  response.on('close', opened.release);
  return true;
}
