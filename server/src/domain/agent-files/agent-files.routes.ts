import type { Database } from '../../db/database.ts';
import { memberProcedure } from '../../http/procedures.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { exportAgent } from './export-agent.ts';
import { importAgent } from './import-agent.ts';

const { agentFiles } = memberProcedure;

export const agentFilesRoutes = (deps: { database: Database; callOut: CallOut }) => ({
  get: agentFiles.get.handler(({ context, input }) => exportAgent(deps, context.member, input.id)),
  create: agentFiles.create.handler(({ context, input }) => importAgent(deps, context.member, input.file)),
});
