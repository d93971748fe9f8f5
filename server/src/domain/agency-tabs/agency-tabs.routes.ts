import { clientProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, originOf } from '../../http/procedures.ts';
import { listTabs } from './list-tabs.ts';
import { openOwnTab, openTab, type PageDeps } from './serve-tab.ts';

const { agencyTabs } = memberProcedure;

export const agencyTabsRoutes = (deps: PageDeps) => ({
  list: agencyTabs.list.handler(async ({ context }) => ({ items: await listTabs(deps, context.scope) })),
  getPage: agencyTabs.getPage.handler(async ({ context, input }) => ({
    url: await openTab(deps, context.scope, { tabId: input.tabId, origin: originOf(context.headers) }),
  })),
  getOwnPage: clientProcedure.agencyTabs.getOwnPage.handler(async ({ context, input }) => ({
    url: await openOwnTab(deps, context.scope, context.client.actor, {
      tabId: input.tabId,
      origin: originOf(context.headers),
    }),
  })),
});
