import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { dashboardProcedure } from '../../http/client-procedures.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import type { PlatformKeys } from '../credentials/credentials.ports.ts';
import type { ProbeDeps } from '../credentials/probe-model.ts';
import type { Signals } from '../signals/signals.ports.ts';
import type { CleanCss, PublishGate } from './agents.ports.ts';
import { createAgent } from './create-agent.ts';
import { deleteAgent } from './delete-agent.ts';
import { duplicateAgent } from './duplicate-agent.ts';
import { getAgent } from './get-agent.ts';
import { listAgents, listTags, listTrash } from './list-agents.ts';
import { getVersion, listVersions, saveBackup } from './list-versions.ts';
import { promoteStaging, setStaging } from './move-environments.ts';
import { publishAgent, restoreVersion, testModel } from './publish-agent.ts';
import { restoreAgent } from './restore-agent.ts';
import { setTags, updateAgent } from './update-agent.ts';

const { agents } = memberProcedure;
const anywhere = dashboardProcedure({ page: 'any', of: 'list' }).agents;
const seen = dashboardProcedure({ page: 'any', of: 'agent' }).agents;
const prompt = dashboardProcedure({ page: ['/nodes', '/prompt'], of: 'agent' }).agents;

type Deps = ProbeDeps & {
  database: Database;
  systemScope: SystemScope;
  cleanCss: CleanCss;
  platformKeys: PlatformKeys;
  publishGate: PublishGate;
  signals: Signals;
};

/** Each test is a call to a host that the caller chose. */
const reserveTest = (context: Parameters<typeof takeRate>[0] & { scope: Scope }) => () =>
  takeRate(context, [{ key: `credential-test:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);

export const agentsRoutes = (deps: Deps) => ({
  list: anywhere.list.handler(({ context, input }) =>
    listAgents(deps, context.scope, { ...input, agentIds: context.member.client?.agentIds }),
  ),
  create: anywhere.create.handler(({ context, input }) => createAgent(deps, context.member, input.title)),
  get: seen.get.handler(({ context, input }) => getAgent(deps, context.member, input.id)),
  update: prompt.update.handler(({ context, input }) => updateAgent(deps, context.member, input)),
  delete: agents.delete.handler(async ({ context, input }) => {
    await deleteAgent(deps, context.member, input.id);
    return { success: true as const };
  }),
  listTags: agents.listTags.handler(async ({ context }) => ({ items: await listTags(deps, context.scope) })),
  listTrash: agents.listTrash.handler(({ context, input }) => listTrash(deps, context.scope, input)),
  restore: agents.restore.handler(({ context, input }) => restoreAgent(deps, context.member, input.id)),
  duplicate: agents.duplicate.handler(({ context, input }) => duplicateAgent(deps, context.member, input.id)),
  setTags: agents.setTags.handler(async ({ context, input }) => ({
    tags: await setTags(deps, context.member, input),
  })),
  saveBackup: agents.saveBackup.handler(async ({ context, input }) => ({
    success: true as const,
    version: await saveBackup(deps, context.member, input),
  })),
  testModel: agents.testModel.handler(({ context, input }) =>
    testModel(deps, context.member, input, reserveTest(context)),
  ),
  publish: prompt.publish.handler(({ context, input }) =>
    publishAgent(deps, context.member, input, reserveTest(context)),
  ),
  listVersions: agents.listVersions.handler(async ({ context, input }) => ({
    items: await listVersions(deps, context.member, input.id),
  })),
  getVersion: agents.getVersion.handler(({ context, input }) => getVersion(deps, context.member, input)),
  restoreVersion: agents.restoreVersion.handler(({ context, input }) =>
    restoreVersion(deps, context.member, input, reserveTest(context)),
  ),
  setStaging: agents.setStaging.handler(async ({ context, input }) => {
    const agent = await setStaging(deps, context.member, input);
    deps.signals.tell(context.scope.workspaceUid, { kind: 'agent', id: input.id });
    return agent;
  }),
  promote: agents.promote.handler(({ context, input }) => promoteStaging(deps, context.member, input)),
});
