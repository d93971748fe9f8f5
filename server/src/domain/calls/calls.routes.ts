import type { Database } from '../../db/database.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, takeRate, visitorProcedure } from '../../http/procedures.ts';
import { deleteRecording } from '../call-recordings/delete-recording.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandCallOf, listCalls, listCallsOf } from './list-calls.ts';
import { openCall } from './open-call.ts';
import { stopCall } from './stop-call.ts';
import { transferCall } from './transfer-call.ts';

const listed = dashboardProcedure({ page: '/voice', of: 'list' }).calls;
const single = dashboardProcedure({ page: '/voice', of: 'conversation' }).calls;

export const callsRoutes = (deps: { database: Database; live: LiveConversations; fileStore: FileStore }) => ({
  open: visitorProcedure.calls.open.handler(async ({ context }) => {
    const { scope, conversationId } = context;
    await takeRate(context, [
      { key: `call:visitor:${conversationId}`, max: 10, windowSeconds: 3_600 },
      { key: `call:address:${context.addressPrefix}`, max: 30, windowSeconds: 3_600 },
    ]);
    const { callId, secret } = await openCall(deps, scope, { conversationId });
    return { callId, secret };
  }),
  list: listed.list.handler(({ context, input: { uid: _uid, ...query } }) => listCalls(deps, context.member, query)),
  listOf: single.listOf.handler(async ({ context, input }) => ({
    items: await listCallsOf(deps, context.member, input.conversationId),
  })),
  end: single.end.handler(async ({ context, input }) => {
    await stopCall(deps, context.member, input);
    return { success: true as const };
  }),
  transfer: single.transfer.handler(async ({ context, input }) => {
    await transferCall(deps, context.member, input);
    return { success: true as const };
  }),
  deleteRecording: memberProcedure.calls.deleteRecording.handler(async ({ context, input }) => {
    await demandCallOf(deps, context.member, input.conversationId, input.callId);
    await deleteRecording(deps, context.member, input.callId);
    return { success: true as const };
  }),
});
