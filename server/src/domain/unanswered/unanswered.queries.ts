import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import { knowledgeDocuments } from '../../db/schema/knowledge.ts';
import { questionMarks } from '../../db/schema/unanswered.ts';
import type { Scope } from '../../db/scope.ts';
import type { Asked, Mark } from './unanswered.rules.ts';

/** Replies that said they do not know, each with the visitor's message that they answer; the newest first. */
export function listAskedInVain(tx: Tx, scope: Scope, agentId: AgentId, most: number): Promise<Asked[]> {
  return tx
    .select({
      messageId: messages.id,
      conversationId: messages.conversationId,
      createdAt: messages.createdAt,
      question: sql<string>`coalesce((select string_agg(m.text, ' ' order by m.position) from messages m
        where m.workspace_uid = messages.workspace_uid and m.conversation_id = messages.conversation_id
          and m.reply_id = messages.id and m.role = 'visitor'), '')`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.agentId, agentId),
        eq(messages.isUnknown, true),
        // Looked up row by row: joined, all conversations of the agent were read for the newest thousand.
        sql`(select not c.is_test and not c.is_simulated from ${conversations} c
          where c.workspace_uid = messages.workspace_uid and c.id = messages.conversation_id)`,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(most);
}

const ofAgent = (scope: Scope, agentId: AgentId) =>
  and(eq(questionMarks.workspaceUid, scope.workspaceUid), eq(questionMarks.agentId, agentId));

export function listMarks(tx: Tx, scope: Scope, agentId: AgentId): Promise<Mark[]> {
  const { questionKey, state, intoKey, markedAt } = questionMarks;
  return tx.select({ questionKey, state, intoKey, markedAt }).from(questionMarks).where(ofAgent(scope, agentId));
}

/** Those of `keys` whose answer is taught. */
export async function findTaughtKeys(tx: Tx, scope: Scope, agentId: AgentId, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const taught = tx.$with('taught').as(
    tx
      .select({ key: sql<string>`unnest(${knowledgeDocuments.questionKeys})`.as('key') })
      .from(knowledgeDocuments)
      .where(
        and(
          eq(knowledgeDocuments.workspaceUid, scope.workspaceUid),
          eq(knowledgeDocuments.agentId, agentId),
          sql`questions <> '{}'`,
        ),
      ),
  );
  const rows = await tx.with(taught).selectDistinct({ key: taught.key }).from(taught).where(inArray(taught.key, keys));
  return rows.map(({ key }) => key);
}

/** What was decided of them before counts no more. Of more than an agent may have, those of longest ago are forgotten. */
export async function putMarks(tx: Tx, scope: Scope, agentId: AgentId, marks: readonly Mark[]) {
  if (marks.length === 0) return;
  await tx
    .insert(questionMarks)
    .values(marks.map((mark) => ({ ...mark, agentId, workspaceUid: scope.workspaceUid })))
    .onConflictDoUpdate({
      target: [questionMarks.agentId, questionMarks.questionKey],
      set: { state: sql`excluded.state`, intoKey: sql`excluded.into_key`, markedAt: sql`excluded.marked_at` },
    });
  const tooMany = tx
    .select({ key: questionMarks.questionKey })
    .from(questionMarks)
    .where(ofAgent(scope, agentId))
    .orderBy(desc(questionMarks.markedAt), desc(questionMarks.questionKey))
    .offset(limits.questionMarksPerAgentMax);
  await tx.delete(questionMarks).where(and(ofAgent(scope, agentId), inArray(questionMarks.questionKey, tooMany)));
}

export async function deleteMarks(tx: Tx, scope: Scope, agentId: AgentId, keys: string[]) {
  await tx.delete(questionMarks).where(and(ofAgent(scope, agentId), inArray(questionMarks.questionKey, keys)));
}
