import type { Passage } from '@antiphon/contract/knowledge';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { buildPrompt } from '../answers/answer.rules.ts';
import type { AnswerModels } from '../answers/answers.ports.ts';
import { openAnswerModel } from '../credentials/open-answer-model.ts';
import { openEmbedder } from '../credentials/open-embedder.ts';
import { leadRules, leadTool } from '../lead-capture/lead-tool.rules.ts';
import type { Embedder, VectorMemory } from '../search/search.ports.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { BegunReply } from './begin-reply.ts';
import { dialogue, visitorTurns } from './turns.rules.ts';

export type ReplyDeps = {
  database: Database;
  live: LiveConversations;
  models: AnswerModels;
  embedder: Embedder;
  vectorMemory: VectorMemory;
  secretKey: string;
  log: Logger;
};

/** A reply that is begun, with what was found for it. */
export type Prepared = {
  begun: BegunReply;
  passages: Passage[];
  confidence: number;
  /** What was searched for, and the earlier turns in it. */
  question: string;
  turns: string[];
  lang: string;
  retrieveMs: number;
};

/** Searches what the agent knows for what is asked. */
export async function prepareReply(deps: ReplyDeps, scope: Scope, begun: BegunReply): Promise<Prepared> {
  const { conversation, settings, reply, history } = begun;
  const { earlier, asked } = visitorTurns(history, reply.id);
  const startedMs = performance.now();
  const { embeddingModel } = settings.knowledge;
  const embedder = embeddingModel === '' ? undefined : await openEmbedder(deps, scope, settings.model);
  const found = await searchKnowledge(
    { database: deps.database, ...(embedder ? { meaning: { ...deps, embedder } } : {}) },
    scope,
    {
      agentId: conversation.agentId,
      turns: [...earlier, asked.join('\n')],
      passagesMax: settings.knowledge.passagesMax,
      embeddingModel,
      lang: conversation.lang,
    },
  );
  return { begun, ...found, lang: conversation.lang, retrieveMs: performance.now() - startedMs };
}

/** What the model is asked, and which. */
export async function makeRequest(deps: ReplyDeps, scope: Scope, { begun, passages, lang }: Prepared) {
  const { settings, conversation, history, reply } = begun;
  const prompt = buildPrompt({
    settings,
    passages,
    history: dialogue(history, reply.id),
    lang,
    variables: conversation.variables,
    furtherRules: settings.model.provider === 'builtin' ? [] : leadRules(settings.leadFields),
  });
  const ref = await openAnswerModel(deps, scope, settings.model);
  const tool = ref.provider === 'builtin' ? null : leadTool(settings.leadFields);
  return { model: ref, prompt, tools: tool ? [tool] : [] };
}
