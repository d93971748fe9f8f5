import { createHash } from 'node:crypto';
import type { Message } from '@antiphon/contract/events';
import type { HandoffSummary } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import type { AnswerModels } from '../answers/answers.ports.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { estimateTurn, priceTurn } from '../billing/prices.rules.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { getVisitorConversation } from '../conversations/get-conversation.ts';
import { openAnswerModel } from '../credentials/open-answer-model.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { questionsOf } from './handoffs.rules.ts';
import { summaryPrompt } from './summary-prompt.rules.ts';

type Deps = { database: Database; models: AnswerModels; secretKey: string };
type Settings = NonNullable<Awaited<ReturnType<typeof findAnsweringSettings>>>;
type Said = { agentId: AgentId; conversationId: ConversationId; messages: Message[] };

const OUTPUT_TOKENS_MAX = 300;
const TIMEOUT_MS = 20_000;

/** By the words that they sum up, so that looking twice is paid once. */
const written = new LRUCache<string, Promise<string>>({ max: 500 });

/**
 * What an operator should know before the first word: the visitor's questions word by word, and where a language model answers
 * for the agent, its summary. That is a turn like any other, held and charged; without credits, and where the model fails, the
 * questions are enough.
 */
export async function summariseConversation(deps: Deps, scope: Scope, id: ConversationId): Promise<HandoffSummary> {
  const { messages, agentId } = await getVisitorConversation(deps, scope, id);
  const settings = await deps.database.transaction(scope, (tx) => findAnsweringSettings(tx, scope, agentId));
  const said = { agentId, conversationId: id, messages };
  const text = settings && isWorthIt(settings, messages) ? await summaryOf(deps, scope, settings, said) : '';
  return { source: text === '' ? 'transcript' : 'model', text, ...questionsOf(messages) };
}

const isWorthIt = ({ model }: Settings, messages: readonly Message[]) =>
  model.provider !== 'builtin' && messages.some(({ role }) => role === 'visitor');

function summaryOf(deps: Deps, scope: Scope, settings: Settings, said: Said): Promise<string> {
  const words = said.messages.map(({ role, text }) => `${role} ${text}`).join('\n');
  const hash = createHash('sha256').update(words).digest('base64url').slice(0, 22);
  const turnId = `summary:${said.conversationId}:${hash}`;
  const found = written.get(turnId);
  if (found) return found;
  const writing = write(deps, scope, settings, said, turnId).catch((error: unknown) => {
    written.delete(turnId);
    if (error instanceof VendorFailure) return '';
    throw error;
  });
  written.set(turnId, writing);
  return writing;
}

/** Empty where there are no credits for it, or it was paid for before by a process that is gone. */
async function write(deps: Deps, scope: Scope, settings: Settings, said: Said, turnId: string): Promise<string> {
  const { database, models } = deps;
  const { agentId, conversationId, messages } = said;
  const prompt = summaryPrompt(messages);
  const { provider, model, credentialId } = settings.model;
  const price = { provider, model, usesOwnKey: credentialId !== null };
  const promptChars = prompt.system.length + (prompt.messages[0]?.content.length ?? 0);
  const amountMicro = estimateTurn({ ...price, promptChars, maxOutputTokens: OUTPUT_TOKENS_MAX });
  const { monthlyCredits } = settings.limits;
  const monthlyLimitMicro = monthlyCredits === null ? null : fromCredits(monthlyCredits);
  const turn = { turnId, agentId, amountMicro, monthlyLimitMicro, now: new Date() };
  const outcome = await database.transaction(scope, (tx) => holdTurn(tx, scope, turn));
  if (outcome !== 'new' && outcome !== 'held') return '';
  let text = '';
  let charged = 0n;
  try {
    const opened = await openAnswerModel(deps, scope, settings.model);
    const ref = { ...opened, maxOutputTokens: OUTPUT_TOKENS_MAX };
    const rest = { passages: [], confidence: 1, lang: '', signal: AbortSignal.timeout(TIMEOUT_MS) };
    for await (const part of models.stream({ model: ref, ...prompt, ...rest })) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'finish') charged = priceTurn({ ...price, ...part });
    }
  } finally {
    const settlement = { turnId, agentId, conversationId, amountMicro: charged, featureKey: 'text_turn' };
    await database.transaction(scope, (tx) => settleTurn(tx, scope, settlement));
  }
  return text.trim();
}
