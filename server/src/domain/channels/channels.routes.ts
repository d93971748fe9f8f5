import type { Logger } from 'pino';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { pauseChannel, removeChannel, resumeChannel } from './change-channel.ts';
import { type ConnectDeps, connectTelegram } from './connect-telegram.ts';
import { listChannels } from './list-channels.ts';

const { channels } = memberProcedure;
const open = dashboardProcedure({ page: '/channels', of: 'agent' }).channels;

export const channelsRoutes = (deps: ConnectDeps & { log: Logger }) => ({
  list: open.list.handler(async ({ context, input }) => ({
    items: await listChannels(deps, context.scope, input.agentId),
  })),
  connectTelegram: channels.connectTelegram.handler(async ({ context, input }) => {
    // Each try is a call to the provider.
    await takeRate(context, [{ key: `channel-connect:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return connectTelegram(deps, context.member, input);
  }),
  pause: channels.pause.handler(({ context, input }) => pauseChannel(deps, context.member, input)),
  resume: channels.resume.handler(({ context, input }) => resumeChannel(deps, context.member, input)),
  remove: channels.remove.handler(async ({ context, input }) => {
    await removeChannel(deps, context.member, input);
    return { success: true as const };
  }),
});
