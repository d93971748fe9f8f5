import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { deleteChildren } from '../../db/delete-tree.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deleteFilesOfAgent } from '../uploads/delete-files-of-agent.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteAgentRow, markDeleted } from './agents.queries.ts';
import { purgeBefore } from './agents.rules.ts';
import { listPurgeable, type Purgeable } from './agents.system.queries.ts';

type Deps = { database: Database; fileStore: FileStore };

/** Agents read at a time. */
const PAGE = 50;
/** A run stops then; the next one, within the hour, goes on where it stood. */
const RUN_MS = 9 * 60_000;

/**
 * Deletes for good what has been in the trash for its 30 days: documents, conversations, versions and all files. The row goes
 * last, so that a run that was cut off is begun again by the next. One that fails keeps none of the others. Returns how many
 * went.
 */
export async function purgeAgents(
  deps: Deps,
  systemScope: SystemScope,
  makeScope: (workspaceUid: string) => Scope,
  now = new Date(),
): Promise<number> {
  const before = purgeBefore(now);
  const endsAt = new Date(Date.now() + RUN_MS);
  let purged = 0;
  await eachApart(listDue(deps, systemScope, before), async ({ id, workspaceUid }) => {
    if (new Date() < endsAt && (await purgeAgent(deps, makeScope(workspaceUid), id, { before, endsAt }))) purged += 1;
  });
  return purged;
}

/** At once and for good, whether or not it lies in the trash. Nothing is left where it is gone already. */
export async function eraseAgent(deps: Deps, scope: Scope, id: AgentId): Promise<void> {
  await deps.database.transaction(scope, (tx) => markDeleted(tx, scope, id));
  await purgeAgent(deps, scope, id, { before: new Date(Date.now() + 60_000), endsAt: new Date(Date.now() + RUN_MS) });
}

async function* listDue({ database }: Deps, systemScope: SystemScope, before: Date): AsyncGenerator<Purgeable> {
  let last: Purgeable | undefined;
  do {
    const page = await database.transaction(systemScope, (tx) => listPurgeable(tx, { before, after: last }, PAGE));
    yield* page;
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last);
}

/** False where there was no time for all of it. */
async function purgeAgent(
  deps: Deps,
  scope: Scope,
  id: AgentId,
  { before, endsAt }: { before: Date; endsAt: Date },
): Promise<boolean> {
  await deleteFilesOfAgent(deps, scope, id);
  const isBare = await deleteChildren({ database: deps.database, scope, endsAt }, 'agents', id);
  if (isBare) await deps.database.transaction(scope, (tx) => deleteAgentRow(tx, scope, id, before));
  return isBare;
}
