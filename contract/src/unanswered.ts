import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentId, ConversationId, MessageId } from './ids.ts';
import { limits } from './limits.ts';
import { PageQuery, page } from './paging.ts';

export const UnansweredQuestion = z.object({
  question: z.string().describe('As it was asked last'),
  questions: z.array(z.string()).describe('It, and one wording of each question that was merged with it'),
  count: z.number().int().describe('How often it was asked in vain'),
  askedAt: z.iso.datetime().describe('The last time'),
  messageId: MessageId.describe('The reply that did not know it'),
  conversationId: ConversationId,
});
export type UnansweredQuestion = z.infer<typeof UnansweredQuestion>;

const agent = z.object({ id: AgentId });
const question = z.string().trim().min(1).max(limits.messageCharsMax);
const questions = z.array(question).min(1).max(limits.taughtQuestionsMax);
const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Knowledge'], successStatus: 200 });
const done = z.object({ success: z.literal(true) });

export const unansweredContract = {
  list: route(
    'GET',
    '/v2/agents/{id}/unanswered',
    'List the questions the agent could not answer, the most asked first',
  )
    .input(PageQuery.extend(agent.shape))
    .output(page(UnansweredQuestion)),
  settle: route('POST', '/v2/agents/{id}/unanswered', 'Take questions off the list, or put them back')
    .input(
      agent.extend({
        questions,
        state: z
          .enum(['done', 'dismissed', 'open'])
          .describe('`done` until it is asked in vain again; `dismissed` for good; `open` undoes both, and a merge'),
      }),
    )
    .output(done),
  merge: route('POST', '/v2/agents/{id}/unanswered/merge', 'Count questions as another one of the list')
    .input(agent.extend({ questions, into: question }))
    .output(done),
};
