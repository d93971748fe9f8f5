import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { connectSimulated } from '../channels/connect-simulated.ts';
import type { SimulatorDeps } from './call-hook.ts';
import { causeTrouble, mendPhone } from './cause-trouble.ts';
import { listPhoneLines, openPhone } from './open-phone.ts';
import { readOnPhone, sayOnPhone } from './say-on-phone.ts';

const { simulator } = memberProcedure;

/** As fast as a quick hand writes. */
const pace = (connectionId: string) => [{ key: `simulator:${connectionId}`, max: 60, windowSeconds: 60 }];

export const channelSimulatorRoutes = (deps: SimulatorDeps) => ({
  connect: simulator.connect.handler(({ context, input }) => connectSimulated(deps, context.member, input)),
  open: simulator.open.handler(({ context, input }) => openPhone(deps, context.scope, input)),
  lines: simulator.lines.handler(({ context, input }) => listPhoneLines(deps, context.scope, input)),
  say: simulator.say.handler(async ({ context, input }) => {
    await takeRate(context, pace(input.connectionId));
    return sayOnPhone(deps, context.member, input);
  }),
  read: simulator.read.handler(async ({ context, input }) => {
    await readOnPhone(deps, context.member, input);
    return { success: true as const };
  }),
  trouble: simulator.trouble.handler(async ({ context, input }) => {
    await takeRate(context, pace(input.connectionId));
    return causeTrouble(deps, context.member, input);
  }),
  mend: simulator.mend.handler(({ context, input }) => mendPhone(deps, context.member, input)),
});
