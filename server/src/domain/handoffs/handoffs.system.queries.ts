import { and, eq, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { SystemScope } from '../../db/scope.ts';
import { WAIT_MS_MAX } from './handoffs.rules.ts';

/** Of every workspace: held by somebody who is silent, or waiting for too long. */
export function listOver(tx: Tx, _scope: SystemScope, now: Date, limit: number) {
  const { handoff, handoffSince, operatorAt, giveBackMinutes } = conversations;
  return tx
    .select({ id: conversations.id, workspaceUid: conversations.workspaceUid })
    .from(conversations)
    .where(
      and(
        // As the index `conversations_inbox` has it.
        sql`handoff <> 'bot'`,
        or(
          and(
            eq(handoff, 'held'),
            sql`${operatorAt} + ${giveBackMinutes} * interval '1 minute' <= ${now.toISOString()}`,
          ),
          and(eq(handoff, 'waiting'), lte(handoffSince, new Date(now.getTime() - WAIT_MS_MAX))),
        ),
      ),
    )
    .limit(limit);
}
