import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '@antiphon/contract/errors';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { newMessageId } from '@antiphon/contract/ids';
import type { SuiteScript, SuiteTry, SuiteTurn } from '@antiphon/contract/suites';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type EndedReply, findReply } from '../conversations/get-conversation.ts';
import { startConversation } from '../conversations/start-conversation.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import { sendMessage } from '../turns/send-message.ts';
import { isMet } from './judge-reply.rules.ts';
import type { KickReplies } from './suites.ports.ts';

export type TryDeps = { database: Database; live: LiveConversations; replies: KickReplies };

const LOOK_MS = 100;
/** Longer than a reply takes with all models of a chain, one after the other. */
const REPLY_MS = 120_000;

/**
 * Has the conversation of a script with the agent's working copy, as a test, and judges each answer. `record` runs in the transaction
 * that begins the conversation. A failing check ends nothing: what comes after it is tried as well.
 */
export async function tryCase(
  deps: TryDeps,
  scope: Scope,
  { agentId, script }: { agentId: AgentId; script: SuiteScript },
  signal: AbortSignal,
  record: (tx: Tx, id: ConversationId) => Promise<void>,
): Promise<SuiteTry> {
  const startedMs = performance.now();
  const { lang, variables } = script;
  const tried: SuiteTry = { isPassed: false, error: null, turns: [], ms: 0, credits: 0 };
  try {
    const { conversationId } = await startConversation(
      deps,
      scope,
      { agentId, lang, variables, isTest: true },
      (tx, { id }) => record(tx, id),
    );
    for (const turn of script.turns) {
      const ended = await say(deps, scope, { conversationId, text: turn.say }, signal);
      tried.error = errorOf(ended);
      if (ended) tried.turns.push(judge(turn, ended));
      tried.credits += ended?.trace?.credits ?? 0;
      if (tried.error) break;
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    tried.error = error.code === 'message_limit_reached' ? 'limit_reached' : 'not_there';
  }
  tried.isPassed = !tried.error && tried.turns.every(({ checks }) => checks.every((check) => check.isMet));
  return { ...tried, ms: Math.round(performance.now() - startedMs) };
}

/** Null where the answer takes too long. */
async function say(
  deps: TryDeps,
  scope: Scope,
  { conversationId, text }: { conversationId: ConversationId; text: string },
  signal: AbortSignal,
): Promise<EndedReply | null> {
  const sent = await sendMessage(deps, scope, { conversationId, id: newMessageId(), text, fileIds: [] });
  if (!sent.replyId) return null;
  deps.replies.kick(scope, conversationId);
  return waitForReply(deps, scope, conversationId, sent.replyId, signal);
}

async function waitForReply(
  deps: TryDeps,
  scope: Scope,
  id: ConversationId,
  replyId: MessageId,
  signal: AbortSignal,
): Promise<EndedReply | null> {
  for (const endMs = performance.now() + REPLY_MS; performance.now() < endMs; ) {
    const ended = await findReply(deps, scope, id, replyId);
    if (ended) return ended;
    await wait(LOOK_MS, undefined, { signal });
  }
  return null;
}

function errorOf(ended: EndedReply | null): SuiteTry['error'] {
  if (!ended) return 'too_slow';
  if (ended.message.state !== 'failed') return null;
  const reason = ended.trace?.failure?.reason;
  return reason === 'no_credits' || reason === 'limit_reached' ? reason : 'model_failed';
}

function judge({ say: said, checks }: SuiteTurn, { message, trace }: EndedReply): SuiteTry['turns'][number] {
  const reply = {
    text: message.text,
    cites: message.citations.map(({ documentId }) => documentId),
    outcome: trace?.outcome ?? null,
    // What is only asked back for is not called.
    calls: (trace?.spans ?? []).flatMap((span) =>
      span.kind === 'function' && span.status !== 'asking' ? [span.name] : [],
    ),
    reaches: (trace?.spans ?? []).flatMap((span) =>
      span.kind === 'flow' ? span.nodes.map(({ nodeId }) => nodeId) : [],
    ),
    offersPerson: message.isUnknown || message.offersPerson === true,
  };
  return {
    say: said,
    reply: message.text,
    citations: message.citations.map(({ documentId, title }) => ({ documentId, title })),
    outcome: reply.outcome,
    checks: checks.map((check) => ({ check, isMet: isMet(check, reply) })),
  };
}
