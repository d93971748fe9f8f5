import { and, asc, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Of every workspace, quiet for the longest first. */
export function listQuiet(tx: Tx, _scope: SystemScope, quietSince: Date, limit: number) {
  return tx
    .select({ id: conversations.id, workspaceUid: conversations.workspaceUid })
    .from(conversations)
    .where(
      and(
        // As the index `conversations_open` has it.
        sql`not is_test and (ended_at is null or ended_at < last_message_at)`,
        lte(conversations.lastMessageAt, quietSince),
      ),
    )
    .orderBy(asc(conversations.lastMessageAt))
    .limit(limit);
}
