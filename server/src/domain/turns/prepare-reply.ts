import type { Passage } from '@antiphon/contract/knowledge';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import { buildPrompt } from '../answers/answer.rules.ts';
import type { AnswerModels } from '../answers/answers.ports.ts';
import { isBuiltin, modelChain } from '../answers/model-chain.rules.ts';
import { peopleRules } from '../answers/people.rules.ts';
import { openEmbedder } from '../credentials/open-embedder.ts';
import { findTaught } from '../documents/find-taught.ts';
import { leaveTool, stepRules, withStep } from '../flow-turns/leave-tool.rules.ts';
import { functionRules, toolOf } from '../function-calls/function-tools.rules.ts';
import { findRevisions, type KnownFunction, withoutOffTools } from '../functions/find-revisions.ts';
import type { CallOut } from '../functions/functions.ports.ts';
import { leadRules, leadTool } from '../lead-capture/lead-tool.rules.ts';
import { type PeopleTold, tellOfPeople } from '../schedules/people-hours.ts';
import { leaningOf } from '../search/leaning.rules.ts';
import type { Embedder, VectorMemory } from '../search/search.ports.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { BegunReply } from './begin-reply.ts';
import type { CreditsWatch } from './finish-reply.ts';
import { dialogue, visitorTurns } from './turns.rules.ts';

export type ReplyDeps = CreditsWatch & {
  callOut: CallOut;
  functionCalls: Pick<LeasedRunner, 'wake'>;
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
  /** Where a person can be asked for, and a language model is to know when. */
  people: PeopleTold | null;
  /** What the owner taught to say to it, word by word. */
  taught: Passage | null;
  /** What the agent may look up or do, as it is published. */
  functions: KnownFunction[];
};

/** Looks for an answer that is taught for what is asked; without one searches what the agent knows. */
export async function prepareReply(deps: ReplyDeps, scope: Scope, begun: BegunReply): Promise<Prepared> {
  const { conversation, settings, hasTaught, reply, history } = begun;
  const { earlier, asked } = visitorTurns(history, reply.id);
  const question = asked.join('\n');
  const startedMs = performance.now();
  const nothing = { turns: [], passages: [], confidence: 0, taught: null, people: null, functions: [] };
  // Nobody wrote: the flow goes on by itself.
  if (settings.flow && asked.length === 0)
    return { begun, question, ...nothing, lang: conversation.lang, retrieveMs: 0 };
  // What leans on what was said before asks for something else than its own words do.
  const isWhole = earlier.length === 0 || leaningOf(question, earlier.at(-1)) === null;
  const taught =
    hasTaught && isWhole
      ? await findTaught(deps.database, scope, { agentId: conversation.agentId, question, lang: conversation.lang })
      : null;
  if (taught) {
    const found = { question, turns: [], passages: [taught], confidence: 1, taught, people: null, functions: [] };
    return { begun, ...found, lang: conversation.lang, retrieveMs: performance.now() - startedMs };
  }
  const functions =
    settings.functions.length === 0
      ? []
      : await withoutOffTools(deps, scope, await findRevisions(deps, scope, settings.functions));
  const { embeddingModel } = settings.knowledge;
  const embedder = embeddingModel === '' ? undefined : await openEmbedder(deps, scope, settings.model);
  const tellsOfPeople = settings.handoff.isEnabled && !isBuiltin(settings.model);
  const telling = tellsOfPeople ? tellOfPeople(deps, scope, conversation.agentId, settings.handoff) : null;
  // Where the search fails first, nobody waits for this any more.
  telling?.catch(() => {});
  const found = await searchKnowledge(
    { database: deps.database, ...(embedder ? { meaning: { ...deps, embedder } } : {}) },
    scope,
    {
      agentId: conversation.agentId,
      turns: [...earlier, question],
      passagesMax: settings.knowledge.passagesMax,
      embeddingModel,
      lang: conversation.lang,
    },
  );
  const retrieveMs = performance.now() - startedMs;
  return { begun, ...found, taught, functions, lang: conversation.lang, retrieveMs, people: await telling };
}

/** What is asked, and the models that it is asked of. */
export function makeRequest({ begun, passages, lang, people, functions }: Prepared) {
  const { settings, conversation, history, reply } = begun;
  const isKeyless = isBuiltin(settings.model);
  const ask = begun.flow?.ask() ?? null;
  const offered = isKeyless ? [] : functions.map(({ definition }) => definition);
  const prompt = buildPrompt({
    settings: ask ? { ...settings, systemPrompt: withStep(settings.systemPrompt, ask) } : settings,
    passages,
    history: dialogue(history, reply.id),
    lang,
    variables: conversation.variables,
    page: conversation.page,
    furtherRules: [
      ...(people ? peopleRules(people) : []),
      ...(isKeyless ? [] : leadRules(settings.leadFields)),
      ...functionRules(offered, new Date().toISOString().slice(0, 10)),
      ...(ask && !isKeyless ? stepRules(ask) : []),
    ],
  });
  const tool = isKeyless ? null : leadTool(settings.leadFields);
  const leave = ask?.kind === 'askModel' && !isKeyless ? leaveTool(ask.exits) : null;
  const tools = [...(tool ? [tool] : []), ...offered.map(toolOf), ...(leave ? [leave] : [])];
  return { chain: modelChain(settings.model), prompt, tools };
}
