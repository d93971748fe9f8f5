import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure } from '../../http/procedures.ts';
import type { WakePushes } from './blueprints.ports.ts';
import { getBlueprint, listBlueprintLinks } from './get-blueprint.ts';
import { getPush, listBlueprintPushes, listPushTargets } from './get-push.ts';
import { createLinked, linkAgent, lockPaths, saveSlots, unlinkAgent } from './link-agent.ts';
import { goOn, retryPush, rollBackPush, startPush, stopPush } from './start-push.ts';

type Deps = { database: Database; systemScope: SystemScope; pushes: WakePushes };

const { blueprints } = memberProcedure;

export const blueprintsRoutes = (deps: Deps) => ({
  get: blueprints.get.handler(({ context, input }) => getBlueprint(deps, context.member, input.id)),
  lock: blueprints.lock.handler(({ context, input }) => lockPaths(deps, context.member, input)),
  listLinks: blueprints.listLinks.handler(({ context, input }) => listBlueprintLinks(deps, context.scope, input)),
  create: blueprints.create.handler(({ context, input }) => createLinked(deps, context.member, input)),
  link: blueprints.link.handler(({ context, input }) => linkAgent(deps, context.member, input)),
  saveSlots: blueprints.saveSlots.handler(({ context, input }) => saveSlots(deps, context.member, input)),
  unlink: blueprints.unlink.handler(async ({ context, input }) => {
    await unlinkAgent(deps, context.member, input);
    return { success: true as const };
  }),
  push: blueprints.push.handler(({ context, input }) => startPush(deps, context.member, input)),
  getPush: blueprints.getPush.handler(({ context, input }) => getPush(deps, context.scope, input)),
  listPushes: blueprints.listPushes.handler(async ({ context, input }) => ({
    items: await listBlueprintPushes(deps, context.scope, input.id),
  })),
  listTargets: blueprints.listTargets.handler(({ context, input }) => listPushTargets(deps, context.scope, input)),
  stop: blueprints.stop.handler(({ context, input }) => stopPush(deps, context.member, input)),
  goOn: blueprints.goOn.handler(({ context, input }) => goOn(deps, context.member, input)),
  retry: blueprints.retry.handler(({ context, input }) => retryPush(deps, context.member, input)),
  rollBack: blueprints.rollBack.handler(({ context, input }) => rollBackPush(deps, context.member, input)),
});
