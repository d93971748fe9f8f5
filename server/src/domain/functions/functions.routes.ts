import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { deleteFunction } from './delete-function.ts';
import type { CallOut } from './functions.ports.ts';
import { getFunction } from './get-function.ts';
import { listFunctions, listRevisions } from './list-functions.ts';
import { listUses } from './list-uses.ts';
import { publishFunction } from './publish-function.ts';
import { createFunction, updateFunction } from './save-function.ts';
import { tryFunction } from './try-function.ts';

type Deps = { database: Database; systemScope: SystemScope; secretKey: string; callOut: CallOut };

const { functions } = memberProcedure;

export const functionsRoutes = (deps: Deps) => ({
  list: functions.list.handler(async ({ context }) => ({ items: await listFunctions(deps, context.scope) })),
  create: functions.create.handler(({ context, input: { uid: _uid, ...definition } }) =>
    createFunction(deps, context.member, definition),
  ),
  get: functions.get.handler(({ context, input }) => getFunction(deps, context.scope, input.functionId)),
  update: functions.update.handler(({ context, input: { uid: _uid, functionId, edition, ...definition } }) =>
    updateFunction(deps, context.member, { id: functionId, edition, definition }),
  ),
  publish: functions.publish.handler(({ context, input }) =>
    publishFunction(deps, context.member, { id: input.functionId, edition: input.edition }),
  ),
  listRevisions: functions.listRevisions.handler(async ({ context, input }) => ({
    items: await listRevisions(deps, context.scope, input.functionId),
  })),
  listUses: functions.listUses.handler(({ context, input }) => listUses(deps, context.scope, input.functionId)),
  try: functions.try.handler(async ({ context, input: { functionId, mode, values } }) => {
    // Each is a call of a host that the caller chose.
    await takeRate(context, [{ key: `function-try:${context.scope.workspaceUid}`, max: 20, windowSeconds: 60 }]);
    return tryFunction(deps, context.member, { id: functionId, mode, values });
  }),
  delete: functions.delete.handler(async ({ context, input }) => {
    await deleteFunction(deps, context.member, input.functionId);
    return { success: true as const };
  }),
});
