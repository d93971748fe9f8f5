import { newEventId } from '@antiphon/contract/ids';
import { markEmitted, type Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { DomainEvent } from './domain-events.ts';
import { insertEvent } from './events.queries.ts';

/** Writes the event in the caller's transaction; it is heard if and only if that commits. */
export async function emit(tx: Tx, scope: Scope, event: DomainEvent) {
  await insertEvent(tx, scope, newEventId(), event);
  markEmitted(tx);
}
