import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { listLogs } from './list-logs.ts';
import { writeLog } from './write-log.ts';

const { logs } = memberProcedure;

export const logsRoutes = (deps: { database: Database; systemScope: SystemScope; secretKey: string }) => ({
  write: logs.write.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `log:${context.scope.workspaceUid}`, max: 120, windowSeconds: 60 }]);
    return { success: true as const, id: await writeLog(deps, context.member, input) };
  }),
  list: logs.list.handler(({ context, input }) => listLogs(deps, context.scope, input)),
});
