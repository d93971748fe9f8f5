import type { Logger } from 'pino';
import type { Scope } from '../../db/scope.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import type { Member } from '../identity/identity.policy.ts';
import { pauseChannel, removeChannel, resumeChannel, updateChannel } from './change-channel.ts';
import { type ConnectDeps, type Connecting, connectChannel } from './connect-channel.ts';
import { ofDiscord, ofInstagram, ofMessenger, ofSms, ofTelegram, ofWhatsApp } from './connect-inputs.ts';
import { listAllChannels, listChannels } from './list-channels.ts';

const { channels } = memberProcedure;
const open = dashboardProcedure({ page: '/channels', of: 'agent' }).channels;

type Context = Parameters<typeof takeRate>[0] & { member: Member; scope: Scope };

export const channelsRoutes = (deps: ConnectDeps & { log: Logger }) => {
  const connect = async (context: Context, connecting: Connecting) => {
    // Each try is a call to the provider.
    await takeRate(context, [{ key: `channel-connect:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return connectChannel(deps, context.member, connecting);
  };
  return {
    list: open.list.handler(async ({ context, input }) => ({
      items: await listChannels(deps, context.scope, input.agentId),
    })),
    listAll: channels.listAll.handler(({ context, input }) => listAllChannels(deps, context.scope, input)),
    connectTelegram: channels.connectTelegram.handler(({ context, input }) => connect(context, ofTelegram(input))),
    connectWhatsApp: channels.connectWhatsApp.handler(({ context, input }) => connect(context, ofWhatsApp(input))),
    connectMessenger: channels.connectMessenger.handler(({ context, input }) => connect(context, ofMessenger(input))),
    connectInstagram: channels.connectInstagram.handler(({ context, input }) => connect(context, ofInstagram(input))),
    connectDiscord: channels.connectDiscord.handler(({ context, input }) => connect(context, ofDiscord(input))),
    connectSms: channels.connectSms.handler(({ context, input }) => connect(context, ofSms(input))),
    update: channels.update.handler(async ({ context, input }) => {
      // Each change ends a connection, and begins another one.
      await takeRate(context, [{ key: `channel-update:${input.connectionId}`, max: 20, windowSeconds: 3_600 }]);
      return updateChannel(deps, context.member, input);
    }),
    pause: channels.pause.handler(({ context, input }) => pauseChannel(deps, context.member, input)),
    resume: channels.resume.handler(({ context, input }) => resumeChannel(deps, context.member, input)),
    remove: channels.remove.handler(async ({ context, input }) => {
      await removeChannel(deps, context.member, input);
      return { success: true as const };
    }),
  };
};
