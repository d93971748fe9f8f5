import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { publicProcedure, takeRate, userProcedure } from '../../http/procedures.ts';
import { countryOf } from './countries.rules.ts';
import { hideDoubleAccountWarning } from './hide-double-account-warning.ts';
import { listAccounts } from './list-accounts.ts';
import type { FindPeer } from './regions.ports.ts';
import { startSwitch } from './start-switch.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  findPeer: FindPeer;
  /** In which the outermost trusted proxy names the caller's country; null where none does. */
  countryHeader: string | null;
};

export const regionsRoutes = (deps: Deps) => ({
  listAccounts: userProcedure.regions.listAccounts.handler(({ context }) => listAccounts(deps, context.user.userId)),
  startSwitch: userProcedure.regions.startSwitch.handler(async ({ context, input }) => {
    const { userId, hasShownMailbox } = context.user;
    await takeRate(context, [{ key: `region-switch:${userId}`, max: 10, windowSeconds: 60 }]);
    const userAgent = (context.headers.get('user-agent') ?? '').slice(0, 500);
    const { target } = input;
    return { authToken: await startSwitch(deps, { userId, hasShownMailbox }, { target, userAgent }) };
  }),
  hideDoubleAccountWarning: userProcedure.regions.hideDoubleAccountWarning.handler(async ({ context, input }) => {
    await hideDoubleAccountWarning(deps, context.user.userId, input.userId);
    return { success: true as const };
  }),
  getCountry: publicProcedure.regions.getCountry.handler(({ context }) => ({
    country: deps.countryHeader === null ? '' : countryOf(context.headers.get(deps.countryHeader)),
  })),
});
