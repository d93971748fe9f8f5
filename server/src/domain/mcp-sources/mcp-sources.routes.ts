import type { WorkspaceUid } from '@antiphon/contract/ids';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { addSource } from './add-source.ts';
import { approveTool } from './approve-tool.ts';
import { deleteSource } from './delete-source.ts';
import { getSource, listSources } from './get-source.ts';
import { lookAgain } from './look-again.ts';
import type { ReadDeps } from './read-tools.ts';

type Deps = ReadDeps & { callOut: CallOut };

const { mcpSources } = memberProcedure;

/** Each is a call of a host that the caller chose. */
const looks = (uid: WorkspaceUid) => [{ key: `mcp-look:${uid}`, max: 20, windowSeconds: 60 }];

export const mcpSourcesRoutes = (deps: Deps) => ({
  list: mcpSources.list.handler(async ({ context }) => ({ items: await listSources(deps, context.scope) })),
  create: mcpSources.create.handler(async ({ context, input: { uid: _uid, ...given } }) => {
    await takeRate(context, looks(context.scope.workspaceUid));
    return addSource(deps, context.member, given);
  }),
  get: mcpSources.get.handler(({ context, input }) => getSource(deps, context.scope, input.sourceId)),
  look: mcpSources.look.handler(async ({ context, input }) => {
    await takeRate(context, looks(context.scope.workspaceUid));
    return lookAgain(deps, context.member, input.sourceId);
  }),
  approve: mcpSources.approve.handler(({ context, input: { uid: _uid, sourceId, ...approval } }) =>
    approveTool(deps, context.member, { id: sourceId, ...approval }),
  ),
  delete: mcpSources.delete.handler(async ({ context, input }) => {
    await deleteSource(deps, context.member, input.sourceId);
    return { success: true as const };
  }),
});
