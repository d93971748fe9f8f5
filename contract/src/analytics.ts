import { oc } from '@orpc/contract';
import * as z from 'zod';
import { RANGE_DAYS_MAX } from './analytics-ranges.ts';
import { AgentId, ConversationId, WorkspaceUid } from './ids.ts';

function isTimeZone(name: string): boolean {
  // A bare offset is a time zone to some engines and none to others.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** Days of the viewer's calendar, both included. Figures are of the conversations that began in them. */
const range = {
  uid: WorkspaceUid,
  agentId: AgentId.optional().describe('All of them where it is left out'),
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string().max(64).refine(isTimeZone, 'Please name a time zone such as Europe/Berlin.'),
};
const ranged = z.object(range).superRefine(({ from, to }, context) => {
  const say = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
  if (daysBetween(from, to) < 1) say('The range ends before it begins.');
  if (daysBetween(from, to) > RANGE_DAYS_MAX) say(`A range may have at most ${RANGE_DAYS_MAX} days.`);
});

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
  listCountries: route('countries', 'List the countries of visitors, where an agent records them')
    .input(ranged)
    .output(z.object({ items: z.array(z.object({ country: z.string(), conversations: count })) })),
};
