import { type AgentId, newConversationId, newMessageId, randomText } from '@antiphon/contract/ids';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { conversations, messages, replyTraces } from '../../src/db/schema/conversations.ts';
import type { Scope } from '../../src/db/scope.ts';
import type { Happened } from './analytics-model.ts';

const OPERATOR = { kind: 'member', id: 'someone', name: 'Olga', photo: '' } as const;

/** Lets it happen step by step, as the server writes it, so that what is counted is counted on the way. */
export async function letHappen(
  database: Database,
  scope: Scope,
  agentIds: readonly [AgentId, AgentId],
  documents: readonly string[],
  one: Happened,
) {
  const id = newConversationId();
  const agentId = agentIds[one.agent];
  const ids = { conversationId: id, workspaceUid: scope.workspaceUid, agentId };
  const { workspaceUid } = scope;
  await database.transaction(scope, async (tx) => {
    const change = (set: Partial<typeof conversations.$inferInsert>) =>
      tx
        .update(conversations)
        .set(set)
        .where(and(eq(conversations.id, id), eq(conversations.workspaceUid, workspaceUid)));
    await tx.insert(conversations).values({
      ...{ id, workspaceUid, agentId, visitorTokenHash: randomText(20), variables: {} },
      ...{ isTest: one.isTest, country: one.country, createdAt: new Date(one.startMs) },
    });
    const greeting = { id: newMessageId(), ...ids, position: 1, role: 'agent' as const, text: 'Hello' };
    await tx.insert(messages).values({ ...greeting, state: 'complete' });
    let ms = one.startMs;
    for (const [index, turn] of one.turns.entries()) {
      ms += turn.afterMs;
      const createdAt = new Date(ms);
      const replyId = newMessageId();
      const said = { ...ids, createdAt, position: 2 * index + 2, text: turn.question, replyId };
      await tx.insert(messages).values([
        { ...said, id: newMessageId(), role: 'visitor', state: 'complete' },
        { ...ids, createdAt, id: replyId, position: said.position + 1, role: 'agent', state: 'queued', text: '' },
      ]);
      const stages = { waitMs: 10, retrieveMs: 20, firstTokenMs: turn.firstTokenMs, modelMs: 50, totalMs: 80 };
      const trace = { ...TRACE, outcome: turn.outcome, stages };
      await tx.insert(replyTraces).values({ conversationId: id, messageId: replyId, workspaceUid, trace });
      await tx
        .update(messages)
        .set({
          state: 'complete',
          text: 'An answer.',
          isUnknown: turn.outcome === 'unknown',
          citations: turn.cites.map((at) => citation(documents[at] ?? '')),
        })
        .where(and(eq(messages.id, replyId), eq(messages.workspaceUid, workspaceUid)));
      // One was changed on the way: what counted before is not counted any more.
      const given = { up: ['down', 'up'], down: ['down'] } as const;
      for (const value of turn.thumb ? given[turn.thumb] : []) {
        const thumb = { value, reason: null, comment: `On ${value}`, at: createdAt.toISOString() };
        await tx
          .update(messages)
          .set({ thumb })
          .where(and(eq(messages.id, replyId), eq(messages.workspaceUid, workspaceUid)));
      }
    }
    const askedAt = ms + (one.requestedAfterMs ?? 0);
    if (one.requestedAfterMs !== null) await change({ handoff: 'waiting', handoffSince: new Date(askedAt) });
    if (one.claimedAfterMs !== null) {
      const since = new Date(askedAt + one.claimedAfterMs);
      await change({ handoff: 'held', handoffSince: since, operator: OPERATOR });
    }
    await change({ handoff: 'bot', handoffSince: null, operator: null });
    if (one.rating !== null) await change({ rating: one.rating });
    if (one.hasContact) await change({ contactEmail: 'ada@example.com' });
    await change({ lastMessageAt: new Date(ms), ...(one.isEnded ? { endedAt: new Date(ms + 1_000) } : {}) });
  });
  return id;
}

const citation = (documentId: string) => ({
  ...{ number: 1, documentId, title: 'Hours', url: null, headingPath: [], excerpt: 'From nine to five.' },
});

const TRACE = {
  ...{ question: '', retrieved: [], prompt: [], model: 'builtin/builtin', inputTokens: 1, outputTokens: 1 },
  ...{ credits: 1, attempts: 1 },
};
