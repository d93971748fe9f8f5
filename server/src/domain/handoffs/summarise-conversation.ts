import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@antiphon/contract/events';
import type { HandoffSummary } from '@antiphon/contract/handoffs';
import { type AgentId, type ConversationId, randomText } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { keepLease, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { findAnsweringSettings } from '../agents/get-agent.ts';
import type { AnswerModels } from '../answers/answers.ports.ts';
import { countPrompt, countTokens } from '../answers/tokens.rules.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { holdTurn } from '../billing/hold-turn.ts';
import { priceTurn } from '../billing/prices.rules.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import { findConversationAgent, getVisitorConversation } from '../conversations/get-conversation.ts';
import { openAnswerModel } from '../credentials/open-answer-model.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { questionsOf } from './handoffs.rules.ts';
import { claimSummary, findSummary, LEASE_MS, renewSummary, saveSummary } from './summaries.queries.ts';
import { summaryPrompt } from './summary-prompt.rules.ts';

type Deps = { database: Database; models: AnswerModels; secretKey: string };
type Settings = NonNullable<Awaited<ReturnType<typeof findAnsweringSettings>>>;
type Said = { agentId: AgentId; conversationId: ConversationId; messages: Message[] };

const OUTPUT_TOKENS_MAX = 300;
const TIMEOUT_MS = 20_000;
/** Who looks while another writes waits for that one's. */
const LOOK_EVERY_MS = 200;

/**
 * What an operator should know before the first word: the visitor's questions word by word, and where a language model answers
 * for the agent, its summary: written once for the words that it is of, whichever process is asked. That is a turn like any other, held and charged; without credits, and where the model fails, the
 * questions are enough.
 */
export async function summariseConversation(deps: Deps, scope: Scope, id: ConversationId): Promise<HandoffSummary> {
  const { messages, agentId } = await getVisitorConversation(deps, scope, id);
  const settings = await deps.database.transaction(scope, async (tx) => {
    const { environment } = await findConversationAgent(tx, scope, id);
    return findAnsweringSettings(tx, scope, agentId, environment);
  });
  const said = { agentId, conversationId: id, messages };
  const text = settings && isWorthIt(settings, messages) ? await summaryOf(deps, scope, settings, said) : '';
  return { source: text === '' ? 'transcript' : 'model', text, ...questionsOf(messages) };
}

const isWorthIt = ({ model }: Settings, messages: readonly Message[]) =>
  model.provider !== 'builtin' && messages.some(({ role }) => role === 'visitor');

/** Empty where there are no credits for it, the model fails, or another process has not written it in time. */
async function summaryOf(deps: Deps, scope: Scope, settings: Settings, said: Said): Promise<string> {
  const { conversationId: id } = said;
  const words = said.messages.map(({ role, text }) => `${role} ${text}`).join('\n');
  const hash = createHash('sha256').update(words).digest('base64url').slice(0, 22);
  const owner = randomText(15);
  const waitsUntil = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { found, lease } = await deps.database.transaction(scope, async (tx) => {
      const text = await findSummary(tx, scope, id, hash);
      return { found: text, lease: text === null ? await claimSummary(tx, scope, id, hash, owner) : null };
    });
    if (found !== null) return found;
    if (lease) return write(deps, scope, settings, said, { lease, turnId: `summary:${id}:${hash}:${lease.attempt}` });
    if (performance.now() > waitsUntil) return '';
    await wait(LOOK_EVERY_MS);
  }
}

type Claim = { lease: Lease; turnId: string };

async function write(deps: Deps, scope: Scope, settings: Settings, said: Said, claim: Claim): Promise<string> {
  const { database } = deps;
  const { conversationId: id } = said;
  const kept = keepLease(LEASE_MS, () => database.transaction(scope, (tx) => renewSummary(tx, scope, id, claim.lease)));
  let text: string | null = null;
  try {
    text = await askModel(deps, scope, settings, said, { turnId: claim.turnId, signal: kept.signal });
  } catch (error) {
    if (!(error instanceof VendorFailure) && !kept.signal.aborted) throw error;
  } finally {
    kept.end();
    await database.transaction(scope, (tx) => saveSummary(tx, scope, id, claim.lease, text));
  }
  return text ?? '';
}

/** Null where there are no credits for it. */
async function askModel(
  deps: Deps,
  scope: Scope,
  settings: Settings,
  said: Said,
  { turnId, signal }: { turnId: string; signal: AbortSignal },
): Promise<string | null> {
  const { database, models } = deps;
  const { agentId, conversationId, messages } = said;
  const prompt = summaryPrompt(messages);
  const { provider, model, credentialId } = settings.model;
  const price = { provider, model, usesOwnKey: credentialId !== null };
  const inputTokens = countPrompt({ ...prompt, tools: [] });
  const amountMicro = priceTurn({ ...price, inputTokens, outputTokens: OUTPUT_TOKENS_MAX });
  const { monthlyCredits } = settings.limits;
  const monthlyLimitMicro = monthlyCredits === null ? null : fromCredits(monthlyCredits);
  const turn = { turnId, agentId, amountMicro, monthlyLimitMicro, now: new Date() };
  const outcome = await database.transaction(scope, (tx) => holdTurn(tx, scope, turn));
  if (outcome !== 'new' && outcome !== 'held') return null;
  let text = '';
  let charged = 0n;
  try {
    const opened = await openAnswerModel(deps, scope, settings.model);
    const ref = { ...opened, maxOutputTokens: OUTPUT_TOKENS_MAX };
    const rest = {
      passages: [],
      confidence: 1,
      lang: '',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
    };
    for await (const part of models.stream({ model: ref, ...prompt, ...rest })) {
      if (part.type === 'text') {
        text += part.text;
        charged = priceTurn({ ...price, inputTokens, outputTokens: countTokens(text) });
      }
      if (part.type === 'finish' && !part.areTokensEstimated) charged = priceTurn({ ...price, ...part });
    }
  } finally {
    const settlement = { turnId, agentId, conversationId, amountMicro: charged, featureKey: 'text_turn' };
    await database.transaction(scope, (tx) => settleTurn(tx, scope, settlement));
  }
  return text.trim();
}
