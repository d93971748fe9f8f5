import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentEnvironment } from './agents.ts';
import { CallMode } from './calls.ts';
import { HandoffState, Message, Thumb } from './events.ts';
import { CallStatus } from './function-calls.ts';
import { AgentId, ConversationId, MessageId, WorkspaceUid } from './ids.ts';
import { Passage } from './knowledge.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';
import { Variables, Visit } from './visitors.ts';

const failureReasons = ['unauthorized', 'forbidden', 'not_found', 'invalid', 'rate_limited', 'unreachable'] as const;

/** A model that did not answer, so that the next one was asked. */
export const FailedModel = z.object({
  model: z.string(),
  reason: z
    .enum([...failureReasons, 'passed_over'])
    .describe('`passed_over`: it failed often just before, or no time was left'),
  message: z.string().describe("The provider's own words, where there are some"),
});
export type FailedModel = z.infer<typeof FailedModel>;

const FunctionSpan = z.object({
  kind: z.literal('function'),
  name: z.string(),
  status: CallStatus,
  ms: z.number().int(),
  startedAt: z.iso.datetime().optional(),
  given: z.string().describe('JSON, its first 4 kB; values that name a person are dots'),
  outputs: z.string().describe('The same; empty where there are none'),
});

/** The way over the agent's canvas. */
const FlowSpan = z.object({
  kind: z.literal('flow'),
  nodes: z.array(
    z.object({
      sectionId: z.string(),
      nodeId: z.string(),
      section: z.string().describe('Its name then'),
      node: z.string().describe('Its kind'),
      name: z.string().describe('Its own name; may be empty'),
    }),
  ),
});

/** What guardrails did, without what it was done to. */
export const GuardSpan = z.object({
  kind: z.literal('guard'),
  rule: z.enum(['mask', 'topic', 'links', 'secrets', 'names', 'instructions']),
  what: z.string().describe('Of `mask`: `cards`, `ibans`, `emails` or `phones`; of `topic`: its name; else empty'),
  count: z.number().int(),
  outcome: z
    .enum(['masked', 'refused', 'unlinked', 'hidden', 'replaced', 'retried', 'person'])
    .describe('`retried`: the model was asked once more; `person`: the reply ended there'),
});
export type GuardSpan = z.infer<typeof GuardSpan>;

/** One step on the way to a reply, in short. */
export const Span = z.discriminatedUnion('kind', [FunctionSpan, FlowSpan, GuardSpan]);
export type Span = z.infer<typeof Span>;

const stageMs = z.number().describe('Milliseconds');

/** From the end of what a caller said to the first sound of its answer. */
export const SpokenTurn = z.object({
  mode: CallMode,
  uplinkMs: stageMs.optional().describe('From the microphone to us'),
  endOfTurnMs: stageMs.optional().describe('Until it was understood that they had ended, and what they said'),
  waitMs: stageMs.describe('Until the answer was begun'),
  firstClauseMs: stageMs.describe('Until its first words were written'),
  speechMs: stageMs
    .optional()
    .describe('Until their first sound was made; where a browser speaks it is within `playMs`'),
  playMs: stageMs.describe('Until it was heard'),
  totalMs: stageMs.describe('Of those that are known'),
});
export type SpokenTurn = z.infer<typeof SpokenTurn>;

/** What happened inside one reply, for the debugger: times in milliseconds, tokens as the model counted them. */
export const Trace = z.object({
  begunAt: z.iso.datetime().optional().describe('When its question was there; `stages` count from then on'),
  question: z.string().describe('What was searched for, made of the last visitor turns'),
  retrieved: z.array(Passage),
  prompt: z.array(z.object({ role: z.string(), content: z.string() })),
  model: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
  outcome: z.enum(['answered', 'unknown', 'smalltalk', 'failed', 'stopped']),
  failure: z
    .object({
      reason: z.enum([...failureReasons, 'no_credits', 'limit_reached']),
      message: z.string().describe("The provider's own words, where there are some"),
    })
    .optional()
    .describe('Why there is no answer, where `outcome` is `failed`'),
  insteadOf: z
    .string()
    .optional()
    .describe("The agent's own model, where `model` answered for it because credits were nearly used up"),
  failedModels: z.array(FailedModel).optional().describe('Models that were to answer before `model`'),
  spans: z.array(Span).optional().describe('What was looked up, done or kept back for it'),
  written: z.string().optional().describe('All of the answer, where it was spoken and not heard to its end'),
  spoken: SpokenTurn.optional().describe('Where it was spoken to a caller'),
  attempts: z.number().int(),
  stages: z.object({
    waitMs: z.number(),
    retrieveMs: z.number(),
    firstTokenMs: z.number(),
    modelMs: z.number(),
    totalMs: z.number(),
  }),
});
export type Trace = z.infer<typeof Trace>;

const charged = z.number().optional().describe('Credits charged; members of the workspace alone are told');

export const ConversationSummary = z.object({
  id: ConversationId,
  agentId: AgentId,
  firstQuestion: z.string(),
  lastMessage: z.string(),
  messages: z.number().int(),
  unanswered: z.number().int(),
  thumbsDown: z.number().int().describe('Answers that the visitor gave a thumb down'),
  rating: z.number().int().min(1).max(5).nullable(),
  contactEmail: z.string().nullable(),
  lang: z.string(),
  isTest: z.boolean(),
  environment: AgentEnvironment.describe('Of the agent, which answers it'),
  state: HandoffState.describe('Who answers right now'),
  operatorName: z.string().describe('Of who holds it; else empty'),
  credits: charged,
  createdAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** Where a conversation is held. `test` is one that a member started with the working copy. */
export const ConversationChannel = z.enum(['widget', 'test']);
export type ConversationChannel = z.infer<typeof ConversationChannel>;
/** `writing`: a reply is owed or being written; `recent`: something was said in the last 30 minutes; `quiet`: neither. */
export const ConversationActivity = z.enum(['writing', 'recent', 'quiet']);
export type ConversationActivity = z.infer<typeof ConversationActivity>;

const yesNo = z.enum(['yes', 'no']);

/** What a list of a workspace's conversations is narrowed down by. */
export const ConversationFilters = z.object({
  agentId: AgentId.optional(),
  activity: ConversationActivity.optional(),
  channel: ConversationChannel.optional(),
  unanswered: yesNo.optional().describe('With or without a question that the agent could not answer'),
  rating: z.enum(['1', '2', '3', '4', '5', 'none']).optional(),
  thumbs: Thumb.shape.value.optional().describe('With an answer that the visitor gave such a thumb'),
  contact: yesNo.optional().describe('Whether the visitor left an address'),
  from: z.iso.datetime().optional().describe('Last message at this time or later'),
  to: z.iso.datetime().optional().describe('Last message before this time'),
  search: z.string().max(100).optional().describe('Words in any message'),
});
export type ConversationFilters = z.infer<typeof ConversationFilters>;

export const Conversation = ConversationSummary.extend({
  agentTitle: z.string(),
  channel: ConversationChannel,
  activity: ConversationActivity,
});
export type Conversation = z.infer<typeof Conversation>;

export const ChargedMessage = Message.extend({ credits: charged });
export type ChargedMessage = z.infer<typeof ChargedMessage>;

export const ConversationDetail = Conversation.extend({
  ratingComment: z.string(),
  contactMessage: z.string(),
  canErase: z.boolean(),
  canTakeOver: z.boolean(),
  canTrace: z.boolean(),
  transcript: z.array(ChargedMessage),
});
export type ConversationDetail = z.infer<typeof ConversationDetail>;

/** A piece of an export. `text` is what to append; the last piece has `isLast`. */
export const ExportPart = z.object({
  text: z.string(),
  done: z.number().int().describe('Conversations written so far'),
  total: z.number().int().describe('Conversations that the filters let through'),
  isLast: z.boolean(),
});
export type ExportPart = z.infer<typeof ExportPart>;

const one = z.object({ conversationId: ConversationId });
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Conversations'], successStatus });

export const conversationsContract = {
  list: route('GET', '/v2/agents/{id}/conversations', 'List conversations, newest first')
    .input(PageQuery.extend({ id: AgentId, search: z.string().max(100).optional() }))
    .output(page(ConversationSummary)),
  listAll: route('GET', '/v2/workspaces/{uid}/conversations', 'List the conversations of all agents, newest first')
    .input(PageQuery.extend(ConversationFilters.shape).extend({ uid: WorkspaceUid }))
    .output(page(Conversation)),
  exportAll: route('GET', '/v2/workspaces/{uid}/conversations/export', 'Export conversations, piece by piece')
    .input(ConversationFilters.extend({ uid: WorkspaceUid, format: z.enum(['csv', 'jsonl']) }))
    .output(eventIterator(ExportPart)),
  get: route('GET', '/v2/conversations/{conversationId}', 'Get a conversation with its messages')
    .input(one)
    .output(ConversationDetail),
  getVisit: route('GET', '/v2/conversations/{conversationId}/visit', 'Get from where a conversation is held')
    .input(one)
    .output(
      z.object({
        visit: Visit.nullable().describe('Null where nothing is recorded'),
        variables: Variables.describe('What the page says of its visitor'),
      }),
    ),
  export: route('GET', '/v2/conversations/{conversationId}/export', 'Export a conversation as a file')
    .input(one.extend({ format: z.enum(['txt', 'json']) }))
    .output(z.file()),
  erase: route('DELETE', '/v2/conversations/{conversationId}', 'Erase a conversation with its messages and files')
    .input(one)
    .output(z.object({ success: z.literal(true) })),
  getTrace: route('GET', '/v2/conversations/{conversationId}/messages/{messageId}/trace', 'Get the trace of one reply')
    .input(z.object({ conversationId: ConversationId, messageId: MessageId }))
    .output(Trace.describe(`Kept for ${limits.tracesKeptDays} days; \`not_found\` afterwards`)),
  startTest: route('POST', '/v2/agents/{id}/test-conversations', 'Start a conversation with the working copy', 201)
    .input(
      z.object({
        id: AgentId,
        lang: z
          .string()
          .max(12)
          .default('')
          .describe("What the visitor reads, as in BCP 47. Left out: the agent's own language, else English"),
      }),
    )
    .output(z.object({ conversationId: ConversationId, visitorToken: z.string(), messages: z.array(Message) })),
};
