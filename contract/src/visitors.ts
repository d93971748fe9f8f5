import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { ColorTheme, RenderMode } from './agents.ts';
import { Attachment, ConversationEvent, HandoffState, Message, OperatorFace } from './events.ts';
import { AgentId, ConversationId, MessageId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** What the widget reads of a published agent. The names are the specification's; nothing here is secret. */
export const WidgetAgent = z.object({
  ID: AgentId,
  ownerID: WorkspaceUid,
  title: z.string(),
  description: z.string(),
  theme: ColorTheme,
  customThemeJSONString: z.string(),
  fontFamily: z.string(),
  lang: z.string(),
  roundedImageURL: z.string(),
  render: RenderMode,
  proactiveMessage: z.string(),
  autoStartWidget: z.boolean(),
  recordChatHistory: z.boolean(),
  enableGeoAnalytics: z.boolean(),
  messagesLimit: z.number().int().nullable(),
  ADVANCED_customCSS: z.string().describe('Parsed and scoped by the server; without @import or foreign url()'),
  acceptsFiles: z.boolean(),
  offersContact: z.boolean(),
  announcesPeople: z.boolean().describe('Whether the chat says when a person is asked for and joins'),
  greeting: z.string(),
  suggestedQuestions: z.array(z.string()),
  showSources: z.boolean(),
  showsAiNotice: z.boolean(),
  aiNotice: z.string(),
  policyUrl: z.string(),
});
export type WidgetAgent = z.infer<typeof WidgetAgent>;

export const Variables = z
  .record(z.string().max(64), z.union([z.string().max(limits.variableCharsMax), z.number(), z.boolean()]))
  .refine((value) => Object.keys(value).length <= limits.variablesMax, 'Too many variables.');
export type Variables = z.infer<typeof Variables>;

const conversation = z.object({ id: ConversationId });
const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Visitors'], successStatus });

export const visitorsContract = {
  getAgent: route('GET', '/public/agents/{id}', 'Get what the widget shows of an agent')
    .input(z.object({ id: AgentId }))
    .output(z.object({ data: WidgetAgent })),
  getUsage: route('GET', '/v2/public/agents/{ID}/usage', 'May this agent go on answering?')
    .input(z.object({ ID: AgentId }))
    .output(z.object({ data: z.object({ shouldContinue: z.boolean() }) })),
  checkCredits: route('GET', '/public/users/{ownerID}/check-credits', 'Has the owner credits left?')
    .input(z.object({ ownerID: WorkspaceUid }))
    .output(z.object({ continue: z.boolean(), hasEverPaid: z.boolean() })),
  recordAnalytics: route('POST', '/agents/{ID}/analytics', 'Count a load of the widget')
    .input(
      z.object({
        ID: AgentId,
        record: z.literal('loads'),
        region: z.string().max(10).optional(),
        ts: z.number().optional(),
        browser: z.string().max(200).optional(),
        origin: z.literal('web-chat').optional(),
        platform: z.string().max(100).optional(),
        countryCode: z.string().max(8).optional().describe('Accepted and ignored'),
        ipAddress: z.string().max(64).optional().describe('Accepted and ignored'),
      }),
    )
    .output(z.object({ monthlyMessages: z.number().int() })),
  startConversation: route('POST', '/public/agents/{id}/conversations', 'Start a conversation', 201)
    .input(
      z.object({
        id: AgentId,
        variables: Variables.optional(),
        lang: z.string().max(12).optional(),
      }),
    )
    .output(z.object({ conversationId: ConversationId, visitorToken: z.string(), messages: z.array(Message) })),
  getConversation: route('GET', '/public/conversations/{id}', 'Get a conversation with its messages')
    .input(conversation)
    .output(
      z.object({
        conversationId: ConversationId,
        agentId: AgentId,
        messages: z.array(Message),
        rating: z.number().int().nullable(),
        handoff: z.object({ state: HandoffState, operator: OperatorFace.nullable() }),
        lastEventId: z.string().describe('Open the stream with this as Last-Event-ID to miss nothing'),
      }),
    ),
  // Path and body both have an `id`, so that this one is described in parts.
  sendMessage: oc
    .route({
      method: 'POST',
      path: '/public/conversations/{id}/messages',
      summary: 'Send a message; the reply comes by the stream',
      tags: ['Visitors'],
      successStatus: 202,
      inputStructure: 'detailed',
    })
    .input(
      z.object({
        params: conversation,
        body: z.object({
          id: MessageId.describe('Made by the caller: the same id twice changes nothing'),
          text: z
            .string()
            .max(limits.messageCharsMax, `A message may have at most ${limits.messageCharsMax} characters.`),
          fileIds: z.array(z.string().max(64)).max(limits.filesPerMessageMax).default([]),
        }),
      }),
    )
    .output(
      z.object({
        messageId: MessageId,
        replyId: MessageId.nullable().describe('Null while a person holds the conversation: the agent owes no reply'),
      }),
    ),
  streamEvents: route('GET', '/public/conversations/{id}/events', 'Server-sent events of a conversation')
    .input(conversation)
    .output(eventIterator(ConversationEvent)),
  stopReply: route('POST', '/public/conversations/{id}/stop', 'Stop the reply that is being written')
    .input(conversation)
    .output(z.object({ success: z.literal(true) })),
  rate: route('POST', '/public/conversations/{id}/rating', 'Rate a conversation')
    .input(
      conversation.extend({
        rating: z.number().int().min(1).max(5),
        comment: z.string().max(limits.ratingCommentCharsMax).optional().describe('Left out: as it was'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  leaveContact: route('POST', '/public/conversations/{id}/contact', 'Leave an e-mail address to be written to')
    .input(
      conversation.extend({
        email: z.email('Please enter a valid email').max(200),
        name: z.string().max(100).default(''),
        message: z.string().max(2_000).default(''),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  addFile: route('POST', '/public/conversations/{id}/files', 'Upload a file to be sent with the next message', 201)
    .input(conversation.extend({ file: z.file() }))
    .output(Attachment),
};
