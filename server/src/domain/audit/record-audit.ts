import { newEventId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { insertAuditEntry, lockLastHash } from './audit.queries.ts';
import { hashOf } from './audit.rules.ts';

/** One privileged act: `actor` is a user's id or `key`, `action` a verb with its noun (`agent.publish`), `target` an id. */
export type AuditedAct = { actor: string; action: string; target: string; details?: Record<string, unknown> };

/** Adds one row to the workspace's chain, in the transaction of the act itself. `details` must hold no secret. */
export async function recordAudit(tx: Tx, scope: Scope, act: AuditedAct) {
  const link = {
    id: newEventId(),
    workspaceUid: scope.workspaceUid,
    actor: act.actor,
    action: act.action,
    target: act.target,
    details: act.details ?? {},
    previousHash: await lockLastHash(tx, scope),
    createdAt: new Date(),
  };
  await insertAuditEntry(tx, { ...link, hash: hashOf(link) });
}
