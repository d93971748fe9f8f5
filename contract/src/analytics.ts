import { oc } from '@orpc/contract';
import * as z from 'zod';
import { checkDayRange, dayRange } from './day-range.ts';
import { Thumb } from './events.ts';
import { AgentId, ConversationId, MessageId, WorkspaceUid } from './ids.ts';

/** Figures are of the conversations that began in these days. */
const range = z.object({
  uid: WorkspaceUid,
  agentId: AgentId.optional().describe('All of them where it is left out'),
  ...dayRange,
});
const ranged = range.superRefine(checkDayRange);

const count = z.number().int();
const milliseconds = z.number().int().nullable();

/** What happened in some stretch of time. */
export const Counts = z.object({
  conversations: count,
  messages: count.describe("Visitors' messages"),
  ended: count.describe('Conversations that are over'),
  resolved: count.describe('Of these, the ones that no person was asked for and none took over'),
  handoffs: count.describe('Conversations in which a person was asked for or took over'),
  claimed: count.describe('Of these, the ones that a person took over'),
  ratingsUp: count.describe('4 and 5 of 5'),
  ratingsDown: count.describe('1 and 2 of 5'),
  ratings: count.describe('Conversations that the visitor rated'),
  stars: count.describe('The sum of these ratings'),
  thumbsUp: count.describe('Answers of the agent with a thumb up'),
  thumbsDown: count,
  leads: count.describe('Conversations in which the visitor left an address'),
  unknown: count.describe('Replies that said that the agent does not know'),
  replies: count,
  operatorMessages: count.describe('Messages of people'),
});
export type Counts = z.infer<typeof Counts>;

export const Totals = Counts.extend({
  firstResponseP50Ms: milliseconds,
  firstResponseP90Ms: milliseconds,
  claimP50Ms: milliseconds.describe('From asking for a person until one took over'),
  claimP90Ms: milliseconds,
});
export type Totals = z.infer<typeof Totals>;

export const Report = z.object({
  totals: Totals,
  previous: Totals.describe('The same stretch right before; of a range that is not over, up to the same hour'),
  unit: z.enum(['hour', 'day', 'week']),
  points: z.array(Counts.extend({ start: z.iso.datetime() })),
  hours: z.array(z.array(count).length(24)).length(7).describe('Conversations by weekday, Monday first, and hour'),
  channels: z.array(z.object({ channel: z.string(), conversations: count, messages: count })),
  loads: count.describe('How often the widget was loaded, by days of UTC'),
  waiting: count.describe('Conversations that wait for a person now'),
});
export type Report = z.infer<typeof Report>;

export const AskedQuestion = z.object({
  question: z.string().describe('As it was asked last'),
  asked: count,
  unknown: count,
  lastAskedAt: z.iso.datetime(),
  agentId: AgentId,
  conversationId: ConversationId.describe('In which it was asked last'),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

export const CitedSource = z.object({
  documentId: z.string(),
  agentId: AgentId,
  title: z.string().describe('Empty where the document is gone'),
  url: z.string().nullable(),
  cited: count,
});
export type CitedSource = z.infer<typeof CitedSource>;

/** What visitors thought of somebody, or of what was cited. */
export const Score = z.object({
  id: z.string(),
  name: z.string().describe('Empty where it is gone'),
  ratings: count,
  stars: count.describe('The sum of the ratings'),
  thumbsUp: count,
  thumbsDown: count,
});
export type Score = z.infer<typeof Score>;
const AskedScore = Score.extend({ conversations: count.describe('Of these, `ratings` were rated') });
export type AskedScore = z.infer<typeof AskedScore>;

export const Scores = z.object({
  agents: z.array(AskedScore),
  operators: z.array(AskedScore).describe('By who took a conversation over last'),
  documents: z
    .array(Score)
    .describe('Thumbs of answers that cite it, and ratings of conversations with such an answer'),
});
export type Scores = z.infer<typeof Scores>;

/** Words to a rating, or to a thumb that is down. */
export const VisitorComment = z.object({
  conversationId: ConversationId,
  messageId: MessageId.nullable().describe('The answer; null where the whole conversation is meant'),
  agentId: AgentId,
  rating: z.number().int().nullable(),
  reason: Thumb.shape.reason,
  text: z.string(),
  operator: z.string().describe('Who took the conversation over last; empty where nobody did'),
  sources: z.array(z.string()).describe('Titles of what the answer cites'),
  at: z.iso.datetime().describe('When it was written; of a rating, when the conversation last ended'),
});
export type VisitorComment = z.infer<typeof VisitorComment>;

const route = (path: string, summary: string) =>
  oc.route({
    method: 'GET',
    path: `/v2/workspaces/{uid}/analytics/${path}`,
    summary,
    tags: ['Analytics'],
    successStatus: 200,
  });

export const analyticsContract = {
  getReport: route('report', 'Get figures of conversations, with the stretch before').input(ranged).output(Report),
  listQuestions: route('questions', 'List what was asked, and what could not be answered')
    .input(ranged)
    .output(
      z.object({
        asked: z.array(AskedQuestion).describe('The most asked first'),
        unanswered: z.array(AskedQuestion).describe('Those that most often were not answered first'),
      }),
    ),
  listSources: route('sources', 'List the documents that were cited most')
    .input(ranged)
    .output(z.object({ items: z.array(CitedSource) })),
  listScores: route('scores', 'List how agents, operators and documents were rated').input(ranged).output(Scores),
  listComments: route('comments', 'List what visitors wrote to their ratings and thumbs, the newest first')
    .input(
      range
        .extend({
          operatorId: z.string().max(100).optional().describe('Of conversations that they took over last'),
          documentId: z.string().max(64).optional().describe('Of answers that cite it, and conversations with one'),
        })
        .superRefine(checkDayRange),
    )
    .output(z.object({ items: z.array(VisitorComment) })),
  listCountries: route('countries', 'List the countries of visitors, where an agent records them')
    .input(ranged)
    .output(z.object({ items: z.array(z.object({ country: z.string(), conversations: count })) })),
};
