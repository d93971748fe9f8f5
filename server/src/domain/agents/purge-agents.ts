import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deleteAgentKnowledge } from '../knowledge/delete-document.ts';
import { deleteFilesOfAgent } from '../uploads/delete-files-of-agent.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteAgentRow } from './agents.queries.ts';
import { purgeBefore } from './agents.rules.ts';
import { listPurgeable } from './agents.system.queries.ts';

type Deps = { database: Database; fileStore: FileStore };

/** Agents of one run; the next one goes on. */
const BATCH = 50;

/**
 * Deletes for good what has been in the trash for its 30 days: documents, conversations, versions and all files. The row goes
 * last, so that a run that was cut off is begun again by the next. Returns how many went.
 */
export async function purgeAgents(
  deps: Deps,
  systemScope: SystemScope,
  makeScope: (workspaceUid: string) => Scope,
  now = new Date(),
): Promise<number> {
  const before = purgeBefore(now);
  const due = await deps.database.transaction(systemScope, (tx) => listPurgeable(tx, before, BATCH));
  for (const { id, workspaceUid } of due) await purgeAgent(deps, makeScope(workspaceUid), id, before);
  return due.length;
}

async function purgeAgent(deps: Deps, scope: Scope, id: AgentId, before: Date) {
  await deleteAgentKnowledge(deps, scope, id);
  await deleteFilesOfAgent(deps, scope, id);
  await deps.database.transaction(scope, (tx) => deleteAgentRow(tx, scope, id, before));
}
