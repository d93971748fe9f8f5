import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { settlePausedAgents } from './paused-agents.queries.ts';
import { overSince } from './paused-agents.rules.ts';
import { listToSettle } from './paused-agents.system.queries.ts';

const BATCH = 500;

type Deps = { database: Database };

/** In every workspace: as many agents are paused as have been over its plan for 14 days. Twice, or in two processes, it is the same. */
export async function pauseOver(
  { database }: Deps,
  systemScope: SystemScope,
  makeScope: (uid: string) => Scope,
  now: Date,
): Promise<void> {
  const before = overSince(now);
  async function* workspaces(): AsyncGenerator<WorkspaceUid> {
    for (let after = ''; ; ) {
      const page = await database.transaction(systemScope, (tx) =>
        listToSettle(tx, systemScope, { before, after }, BATCH),
      );
      yield* page;
      const last = page.at(-1);
      if (page.length < BATCH || last === undefined) return;
      after = last;
    }
  }
  await eachApart(workspaces(), async (uid) => {
    const scope = makeScope(uid);
    await database.transaction(scope, (tx) => settlePausedAgents(tx, scope, before));
  });
}
