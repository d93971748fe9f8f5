import type { ConversationId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Signal } from '@antiphon/contract/signals';
import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import { streamEvents } from './domain/conversations/event-stream.routes.ts';
import type { LiveConversations } from './domain/conversations/live-conversations.ts';
import { getInboxConversation } from './domain/handoffs/list-inbox.ts';
import { noteOpenDashboard } from './domain/handoffs/set-operator-status.ts';
import { selectSignals } from './domain/signals/select-signals.ts';
import { streamSignals } from './domain/signals/signal-stream.routes.ts';
import type { Signals } from './domain/signals/signals.ports.ts';
import { demandDashboard } from './http/client-procedures.ts';
import { dashboardStreams, openStream, visitorStreams } from './http/open-streams.ts';
import { demandVisitor, type Member } from './http/procedures.ts';
import type { RegionApi } from './http/server.ts';

/** Written to the raw response, until the reader leaves or `shutdown` fires. */
export const makeStreams = (
  deps: { database: Database; live: LiveConversations; signals: Signals; log: Logger },
  shutdown: AbortSignal,
): Pick<RegionApi, 'streamEvents' | 'streamInbox' | 'streamSignals'> => ({
  async streamEvents(context, id, response) {
    const { scope, conversationId } = await demandVisitor(context, id as ConversationId);
    const lastEventId = context.headers.get('last-event-id');
    if (!openStream(context, visitorStreams(scope.workspaceUid, conversationId), response)) return;
    streamEvents(deps, scope, conversationId, lastEventId, response, shutdown);
  },
  async streamInbox(context, { uid, id, from }, response) {
    const conversationId = id as ConversationId;
    const named = { uid: uid as WorkspaceUid, agentId: null, conversationId };
    const demand = async () => {
      const member = await demandDashboard(context, { page: '/convos', of: 'conversation' }, named);
      await getInboxConversation(deps, member, conversationId);
      return member;
    };
    const member = await demand();
    const { scope } = member;
    const mayStay = () => demand().then(() => true);
    const cursor = context.headers.get('last-event-id') ?? from;
    if (!openStream(context, dashboardStreams(member), response)) return;
    streamEvents(deps, scope, conversationId, cursor, response, shutdown, { role: 'operator', mayStay });
  },
  async streamSignals(context, id, response) {
    const named = { uid: id as WorkspaceUid, agentId: null, conversationId: null };
    // As they are now: what is given to or taken from a client counts from the next heartbeat on.
    let member: Member;
    const mayStay = async () => {
      member = await demandDashboard(context, { page: 'any', of: 'list' }, named);
      await noteOpenDashboard(deps, member);
      return true;
    };
    await mayStay();
    if (!openStream(context, dashboardStreams(member!), response)) return;
    const select = (signals: readonly Signal[]) => selectSignals(deps, member, signals);
    streamSignals(deps, member!.scope.workspaceUid, { mayStay, select }, response, shutdown);
  },
});
