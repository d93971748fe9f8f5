import type { ServerResponse } from 'node:http';
import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import { isPassing } from './db/passing-errors.ts';
import type { SystemScope } from './db/scope.ts';
import { takeRecording } from './domain/call-recordings/open-recording.routes.ts';
import { endMovedStreams } from './domain/cells/end-moved-streams.ts';
import type { HookDeps } from './domain/channel-threads/accept-hook.ts';
import { takeHook } from './domain/channel-threads/channel-hooks.routes.ts';
import { downloadExport } from './domain/exports/download-export.routes.ts';
import { demandInboxConversation } from './domain/handoffs/get-inbox-conversation.ts';
import { makeOpenDashboards } from './domain/handoffs/open-dashboards.ts';
import { startVisitorPresence } from './domain/inbox/visitor-presence.ts';
import { takePaymentEvent } from './domain/payment-events/payment-events.routes.ts';
import type { PhoneCallDeps } from './domain/phone-calls/answer-call.ts';
import { takePhoneHook } from './domain/phone-calls/phone-calls.routes.ts';
import { selectSignals } from './domain/signals/select-signals.ts';
import { streamSignals } from './domain/signals/signal-stream.routes.ts';
import type { Signals } from './domain/signals/signals.ports.ts';
import { streamEvents, type Watch } from './domain/streams/event-stream.routes.ts';
import type { LiveConversations } from './domain/streams/live-conversations.ts';
import type { FileStore } from './domain/uploads/uploads.ports.ts';
import { demandDashboard } from './http/client-procedures.ts';
import type { RequestContext } from './http/context.ts';
import { dashboardStreams, openStream, visitorStreams } from './http/open-streams.ts';
import { demandVisitor, type Member } from './http/procedures.ts';
import type { RegionApi } from './http/server.ts';
import { makeSharedLooks } from './http/shared-looks.ts';

/**
 * What stands beside the procedures: a download, piece by piece, what the payment provider tells of, and streams.
 *
 * Streams are written to the raw response, until the reader leaves or `shutdown` fires. Who reads a workspace is looked at again and again, once
 * for all streams of a session in this process. `isOneOfSeveral`: databases of the region, between which workspaces move.
 */
export const makeStreams = (
  deps: {
    database: Database;
    systemScope: SystemScope;
    fileStore: FileStore;
    live: LiveConversations;
    signals: Signals;
    log: Logger;
  } & HookDeps &
    PhoneCallDeps &
    Parameters<typeof takePaymentEvent>[0],
  shutdown: AbortSignal,
  isOneOfSeveral: boolean,
): Pick<
  RegionApi,
  | 'downloadExport'
  | 'takeRecording'
  | 'takePaymentEvent'
  | 'takeHook'
  | 'streamEvents'
  | 'streamInbox'
  | 'streamSignals'
> => {
  const looks = makeSharedLooks<Member>();
  const moved = isOneOfSeveral ? endMovedStreams(deps, shutdown) : null;
  const endWhenMoved = (uid: WorkspaceUid, response: ServerResponse) => {
    if (moved)
      response.on(
        'close',
        moved.add(uid, () => void response.end()),
      );
  };
  const presence = startVisitorPresence(deps, shutdown);
  const dashboards = makeOpenDashboards(deps, shutdown);
  /** Whose dashboard is open right now is there, too. */
  const lookAtMember = async (context: RequestContext, uid: WorkspaceUid) => {
    const member = await demandDashboard(context, ANY_PAGE, namedOf(uid));
    await dashboards.see(member);
    return member;
  };
  const followMember = (
    context: RequestContext,
    uid: WorkspaceUid,
    follower: { found(member: Member): void; lost(): void },
  ) => looks.follow(nameOf(context, uid), () => lookAtMember(context, uid), follower);
  return {
    downloadExport: (context, named) => downloadExport(deps, context, named),
    takeRecording: (context, named, isDownload) => takeRecording(deps, context, named, isDownload),
    takePaymentEvent: (context, request, endpoint) => takePaymentEvent(deps, context, request, endpoint),
    takeHook: (context, request, named) =>
      named.provider === 'phone'
        ? takePhoneHook(deps, context, request, named.hookKey)
        : takeHook(deps, context, request, named),
    async streamEvents(context, id, response) {
      const { scope, conversationId } = await demandVisitor(context, id as ConversationId);
      const lastEventId = context.headers.get('last-event-id');
      if (!openStream(context, visitorStreams(scope.workspaceUid, conversationId), response)) return;
      response.on('close', presence.arrive(conversationId));
      endWhenMoved(scope.workspaceUid, response);
      streamEvents(deps, scope, conversationId, lastEventId, response, shutdown);
    },
    async streamInbox(context, { uid, id, from }, response) {
      const conversationId = id as ConversationId;
      const named = { uid: uid as WorkspaceUid, agentId: null, conversationId };
      const member = await demandDashboard(context, { page: '/convos', of: 'conversation' }, named);
      await demandInboxConversation(deps, member, conversationId);
      const cursor = context.headers.get('last-event-id') ?? from;
      if (!openStream(context, dashboardStreams(member), response)) return;
      response.on('close', dashboards.arrive(member));
      endWhenMoved(named.uid, response);
      const watch: Watch = (beat, end) =>
        followMember(context, named.uid, {
          found: (found) =>
            void demandInboxConversation(deps, found, conversationId).then(beat, (error: unknown) =>
              isPassing(error) ? beat() : end(),
            ),
          lost: end,
        });
      streamEvents(deps, member.scope, conversationId, cursor, response, shutdown, { role: 'operator', watch });
    },
    async streamSignals(context, id, response) {
      const uid = id as WorkspaceUid;
      // As they are now: what is given to or taken from a client counts from the next look on.
      let member = await lookAtMember(context, uid);
      if (!openStream(context, dashboardStreams(member), response)) return;
      response.on('close', dashboards.arrive(member));
      endWhenMoved(uid, response);
      const select = (signals: readonly Signal[]) => selectSignals(deps, member, signals);
      const watch: Watch = (beat, end) =>
        followMember(context, uid, {
          found(found) {
            member = found;
            beat();
          },
          lost: end,
        });
      streamSignals(deps, member.scope.workspaceUid, { watch, select }, response, shutdown);
    },
  };
};

const ANY_PAGE = { page: 'any', of: 'list' } as const;
const namedOf = (uid: WorkspaceUid) => ({ uid, agentId: null, conversationId: null });

/** What `demandDashboard` finds somebody by. */
const nameOf = ({ headers, agency }: RequestContext, uid: WorkspaceUid) =>
  JSON.stringify([uid, agency?.workspaceUid, headers.get('authorization'), headers.get('cookie')]);
