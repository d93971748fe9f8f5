import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { outbox } from '../../db/schema/events.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { DomainEvent } from './domain-events.ts';

/** What concerns a person and no tenant. No workspace has this uid, so that a job's scope made of it sees nothing. */
const NO_WORKSPACE = '' as WorkspaceUid;

export async function insertEvent(tx: Tx, scope: Scope | SystemScope, id: string, event: DomainEvent) {
  const workspaceUid = 'workspaceUid' in scope ? scope.workspaceUid : NO_WORKSPACE;
  await tx.insert(outbox).values({ id, type: event.type, workspaceUid, payload: event.payload });
}
