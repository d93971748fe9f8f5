import { memberProcedure, originOf, secretProcedure, takeRate } from '../../http/procedures.ts';
import { linkOrigin } from '../identity/link-origin.rules.ts';
import { assignClientAgent, removeAgentOfClient } from './assign-client-agent.ts';
import { type ClientDeps, createClient } from './create-client.ts';
import { getClient, listClients } from './list-clients.ts';
import { inviteClient, type OpenDeps, openAsClient, openPreview } from './open-as-client.ts';
import { deleteClient, updateClient } from './update-client.ts';

type Deps = ClientDeps & OpenDeps & { port: number };

const { clients } = memberProcedure;
const done = { success: true as const };
const DAY_SECONDS = 86_400;

export const clientsRoutes = (deps: Deps) => ({
  list: clients.list.handler(({ context, input }) => listClients(deps, context.scope, input)),
  create: clients.create.handler(({ context, input: { uid: _uid, ...client } }) =>
    createClient(deps, context.member, client),
  ),
  get: clients.get.handler(({ context, input }) => getClient(deps, context.scope, input.clientId)),
  update: clients.update.handler(({ context, input: { uid: _uid, clientId, ...change } }) =>
    updateClient(deps, context.member, clientId, change),
  ),
  delete: clients.delete.handler(async ({ context, input }) => {
    await deleteClient(deps, context.member, input.clientId);
    return done;
  }),
  assignAgent: clients.assignAgent.handler(async ({ context, input }) => {
    await assignClientAgent(deps, context.member, input);
    return done;
  }),
  removeAgent: clients.removeAgent.handler(async ({ context, input }) => {
    await removeAgentOfClient(deps, context.member, input);
    return done;
  }),
  invite: clients.invite.handler(async ({ context, input }) => {
    const origin = linkOrigin(deps, originOf(context.headers));
    // Beside the limits of all mail: what one person gets of these.
    await takeRate(context, [{ key: `client-invite:${input.clientId}`, max: 5, windowSeconds: DAY_SECONDS }]);
    await inviteClient(deps, context.member, { clientId: input.clientId, origin });
    return done;
  }),
  openPreview: secretProcedure.clients.openPreview.handler(async ({ context, input }) => ({
    url: await openPreview(deps, context.member, {
      href: input.href,
      origin: linkOrigin(deps, originOf(context.headers)),
    }),
  })),
  openAs: secretProcedure.clients.openAs.handler(({ context, input }) =>
    openAsClient(deps, context.member, {
      clientId: input.clientId,
      origin: linkOrigin(deps, originOf(context.headers)),
    }),
  ),
});
