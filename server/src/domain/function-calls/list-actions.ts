import type { ShownAction } from '@antiphon/contract/actions';
import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listCalls } from './function-calls.queries.ts';
import { shownAction } from './function-calls.rules.ts';

/** What was proposed to the visitor, oldest first, as it stands. */
export async function listActions(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
): Promise<ShownAction[]> {
  const now = new Date();
  const rows = await deps.database.transaction(scope, (tx) => listCalls(tx, scope, id));
  return rows.flatMap((row) => shownAction(row, now) ?? []);
}
