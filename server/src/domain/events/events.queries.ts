import type { Tx } from '../../db/database.ts';
import { outbox } from '../../db/schema/events.ts';
import type { Scope } from '../../db/scope.ts';
import type { DomainEvent } from './domain-events.ts';

export async function insertEvent(tx: Tx, scope: Scope, id: string, event: DomainEvent) {
  await tx.insert(outbox).values({ id, type: event.type, workspaceUid: scope.workspaceUid, payload: event.payload });
}
