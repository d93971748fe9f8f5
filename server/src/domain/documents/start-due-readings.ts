import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { findDocument, updateDocument } from './documents.queries.ts';
import { nextReadAt } from './documents.rules.ts';
import { listDueDocuments } from './documents.system.queries.ts';
import { giveBackLapsed } from './reading-run.queries.ts';

const BATCH = 200;

/** Has everything read whose refresh rate says so, and everything that a killed process left half read. */
export async function startDueReadings(
  deps: { database: Database },
  scope: SystemScope,
  makeScope: (workspaceUid: string) => Scope,
  now = new Date(),
): Promise<number> {
  const due = await deps.database.transaction(scope, (tx) => listDueDocuments(tx, scope, now, BATCH));
  for (const { id, agentId, workspaceUid } of due) {
    const tenant = makeScope(workspaceUid);
    await deps.database.transaction(tenant, async (tx) => {
      const row = await findDocument(tx, tenant, agentId, id);
      if (!row) return;
      await emit(tx, tenant, { type: 'document_refresh_due', payload: { agentId, documentId: id } });
      const next = nextReadAt(row, now);
      await giveBackLapsed(tx, tenant, id);
      await updateDocument(tx, tenant, id, { nextReadAt: next });
    });
  }
  return due.length;
}
