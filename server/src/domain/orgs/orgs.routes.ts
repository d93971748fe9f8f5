import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { assignOrgAgent, removeAgentOfOrg } from './assign-org-agent.ts';
import { createOrg } from './create-org.ts';
import { getOrg, listOrgs } from './list-orgs.ts';
import { deleteOrg, updateOrg } from './update-org.ts';

const { orgs } = memberProcedure;
const done = { success: true as const };

export const orgsRoutes = (deps: { database: Database }) => ({
  list: orgs.list.handler(({ context, input }) => listOrgs(deps, context.scope, input)),
  create: orgs.create.handler(({ context, input: { uid: _uid, ...org } }) => createOrg(deps, context.member, org)),
  get: orgs.get.handler(({ context, input }) => getOrg(deps, context.scope, input.orgId)),
  update: orgs.update.handler(({ context, input: { uid: _uid, orgId, ...change } }) =>
    updateOrg(deps, context.member, orgId, change),
  ),
  delete: orgs.delete.handler(async ({ context, input }) => {
    await deleteOrg(deps, context.member, input.orgId);
    return done;
  }),
  assignAgent: orgs.assignAgent.handler(async ({ context, input }) => {
    await assignOrgAgent(deps, context.member, input);
    return done;
  }),
  removeAgent: orgs.removeAgent.handler(async ({ context, input }) => {
    await removeAgentOfOrg(deps, context.member, input);
    return done;
  }),
});
