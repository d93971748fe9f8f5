import { createHash } from 'node:crypto';
import { newEventId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { insertAuditEntry, lockLastHash } from './audit.queries.ts';

/** One privileged act: `actor` is a user's id or `key`, `action` a verb with its noun (`agent.publish`), `target` an id. */
export type AuditedAct = { actor: string; action: string; target: string; details?: Record<string, unknown> };

/** Adds one row to the workspace's chain, in the transaction of the act itself. `details` must hold no secret. */
export async function recordAudit(tx: Tx, scope: Scope, act: AuditedAct) {
  const previousHash = await lockLastHash(tx, scope);
  const id = newEventId();
  const createdAt = new Date();
  const details = act.details ?? {};
  const content = [previousHash, id, scope.workspaceUid, act.actor, act.action, act.target, details, createdAt];
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  await insertAuditEntry(tx, {
    id,
    workspaceUid: scope.workspaceUid,
    actor: act.actor,
    action: act.action,
    target: act.target,
    details,
    hash,
    previousHash,
    createdAt,
  });
}
