import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { getAgent } from './get-agent.ts';
import { listAgents } from './list-agents.ts';
import { getVersion, listVersions } from './list-versions.ts';
import { publishAgent, restoreVersion } from './publish-agent.ts';
import { updateAgent } from './update-agent.ts';

const { agents } = memberProcedure;

export const agentsRoutes = (deps: { database: Database; systemScope: SystemScope }) => ({
  list: agents.list.handler(({ context, input }) => listAgents(deps, context.scope, input)),
  create: agents.create.handler(({ context, input }) => createAgent(deps, context.member, input.title)),
  get: agents.get.handler(({ context, input }) => getAgent(deps, context.member, input.id)),
  update: agents.update.handler(({ context, input }) => updateAgent(deps, context.member, input)),
  delete: agents.delete.handler(async ({ context, input }) => {
    await deleteAgent(deps, context.member, input.id);
    return { success: true as const };
  }),
  publish: agents.publish.handler(({ context, input }) => publishAgent(deps, context.member, input)),
  listVersions: agents.listVersions.handler(async ({ context, input }) => ({
    items: await listVersions(deps, context.member, input.id),
  })),
  getVersion: agents.getVersion.handler(({ context, input }) => getVersion(deps, context.member, input)),
  restoreVersion: agents.restoreVersion.handler(({ context, input }) => restoreVersion(deps, context.member, input)),
});
