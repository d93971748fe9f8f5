import { oc } from '@orpc/contract';
import * as z from 'zod';
import { Message } from './events.ts';
import { AgentId, ConversationId, MessageId } from './ids.ts';
import { Passage } from './knowledge.ts';
import { PageQuery, page } from './paging.ts';

/** What happened inside one reply, for the debugger: times in milliseconds, tokens as the model counted them. */
export const Trace = z.object({
  question: z.string().describe('What was searched for, made of the last visitor turns'),
  retrieved: z.array(Passage),
  prompt: z.array(z.object({ role: z.string(), content: z.string() })),
  model: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  credits: z.number(),
  outcome: z.enum(['answered', 'unknown', 'smalltalk', 'failed', 'stopped']),
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

export const ConversationSummary = z.object({
  id: ConversationId,
  agentId: AgentId,
  firstQuestion: z.string(),
  lastMessage: z.string(),
  messages: z.number().int(),
  unanswered: z.number().int(),
  rating: z.number().int().min(1).max(5).nullable(),
  contactEmail: z.string().nullable(),
  lang: z.string(),
  isTest: z.boolean(),
  credits: z.number(),
  createdAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export const UnansweredQuestion = z.object({
  messageId: MessageId,
  conversationId: ConversationId,
  question: z.string(),
  askedAt: z.iso.datetime(),
});

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Conversations'], successStatus });

export const conversationsContract = {
  list: route('GET', '/v2/agents/{id}/conversations', 'List conversations, newest first')
    .input(PageQuery.extend({ id: AgentId, search: z.string().max(100).optional() }))
    .output(page(ConversationSummary)),
  get: route('GET', '/v2/conversations/{conversationId}', 'Get a conversation with its messages')
    .input(z.object({ conversationId: ConversationId }))
    .output(ConversationSummary.extend({ transcript: z.array(Message) })),
  getTrace: route('GET', '/v2/conversations/{conversationId}/messages/{messageId}/trace', 'Get the trace of one reply')
    .input(z.object({ conversationId: ConversationId, messageId: MessageId }))
    .output(Trace),
  listUnanswered: route('GET', '/v2/agents/{id}/unanswered', 'List the questions the agent could not answer')
    .input(PageQuery.extend({ id: AgentId }))
    .output(page(UnansweredQuestion)),
  startTest: route('POST', '/v2/agents/{id}/test-conversations', 'Start a conversation with the working copy', 201)
    .input(z.object({ id: AgentId }))
    .output(z.object({ conversationId: ConversationId, visitorToken: z.string(), messages: z.array(Message) })),
};
