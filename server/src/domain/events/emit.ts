import { newEventId } from '@antiphon/contract/ids';
import { markEmitted, type Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { DomainEvent } from './domain-events.ts';
import { insertEvent } from './events.queries.ts';

/** Writes the event in the caller's transaction; it is heard if and only if that commits. Under the system's scope it is of no workspace. */
export async function emit(tx: Tx, scope: Scope | SystemScope, event: DomainEvent) {
  await insertEvent(tx, scope, newEventId(), event);
  markEmitted(tx);
}
