import type { ConversationId } from '@antiphon/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { outbox } from '../../db/schema/events.ts';
import type { Scope } from '../../db/scope.ts';

export async function deleteEventsAbout(tx: Tx, scope: Scope, conversationId: ConversationId) {
  await tx
    .delete(outbox)
    .where(
      and(eq(outbox.workspaceUid, scope.workspaceUid), sql`${outbox.payload} ->> 'conversationId' = ${conversationId}`),
    );
}
