import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { ActionStatus, ShownAction } from './actions.ts';
import { AgentEnvironment, ColorTheme, RenderMode } from './agents.ts';
import {
  Attachment,
  Choice,
  ConversationEvent,
  HandoffState,
  Message,
  OperatorFace,
  Thumb,
  ThumbReason,
} from './events.ts';
import { FlowPartId } from './flow-parts.ts';
import { AgentId, ConversationId, FunctionCallId, MessageId, WorkspaceUid } from './ids.ts';
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
  lang: z.string().describe('The language that the visitor is spoken to in; every text here is in it'),
  roundedImageURL: z.string(),
  render: RenderMode,
  proactiveMessage: z.string(),
  autoStartWidget: z.boolean(),
  recordChatHistory: z.boolean(),
  enableGeoAnalytics: z.boolean(),
  messagesLimit: z.number().int().nullable(),
  ADVANCED_customCSS: z.string().describe('Parsed and scoped by the server; without @import or foreign url()'),
  acceptsFiles: z.boolean(),
  speaks: z.boolean().optional().describe('Whether it can be called from the chat'),
  callMode: z.literal('server').optional().describe('Calls send sound, as long as the provider answers; else words'),
  offersContact: z.boolean(),
  announcesPeople: z.boolean().describe('Whether the chat says when a person is asked for and joins'),
  greeting: z.string(),
  choices: z.array(Choice).optional().describe('Buttons below the greeting'),
  suggestedQuestions: z.array(z.string()),
  showSources: z.boolean(),
  showsAiNotice: z.boolean(),
  aiNotice: z.string(),
  policyUrl: z.string(),
  formOffer: z.string().describe('Where an address can be left; empty: as the chat says it'),
  formAway: z.string().describe('The same, where nobody is online'),
  recordsPages: z.boolean().describe('Whether conversations say from which page they are held'),
  closeWord: z.string().describe('On what closes the chat and its message'),
  environment: AgentEnvironment.describe('Of which this is; `live` where the agent has no `staging`'),
});
export type WidgetAgent = z.infer<typeof WidgetAgent>;

export const Variables = z
  .record(z.string().max(64), z.union([z.string().max(limits.variableCharsMax), z.number(), z.boolean()]))
  .refine((value) => Object.keys(value).length <= limits.variablesMax, 'Too many variables.');
export type Variables = z.infer<typeof Variables>;

/** When people can be asked for at an agent. */
export const PeopleHours = z.object({
  isOpen: z.boolean(),
  opensAt: z.iso.datetime().nullable().describe('Where it is closed; null where no opening is in sight'),
  usualWaitSeconds: z
    .number()
    .int()
    .nullable()
    .describe(
      'Half of those who asked in the last 7 days waited no longer; null where it is closed, or where fewer than 5 asked',
    ),
});
export type PeopleHours = z.infer<typeof PeopleHours>;

const Address = z.string().max(limits.addressCharsMax);

/** A page of the customer's site that the chat stands on. */
export const SeenPage = z.object({
  url: Address.describe('Of its query only `utm_*` is kept'),
  title: z.string().max(limits.pageTitleCharsMax),
});
export type SeenPage = z.infer<typeof SeenPage>;

const Device = z.enum(['phone', 'tablet', 'desktop']);

/** From where a conversation is held. */
export const Visit = z.object({
  pages: z.array(SeenPage.extend({ at: z.iso.datetime() })).describe('The last 20 that were written from, newest last'),
  referrer: z.string().describe('Where the visitor came from; empty where that is not known'),
  device: Device.nullable(),
  timeZone: z.string().describe('Such as Europe/Berlin; empty where it is not known'),
});
export type Visit = z.infer<typeof Visit>;

/** What a chat says of it at the start; ignored where the agent does not record it. */
const givenVisit = {
  page: SeenPage.optional(),
  referrer: Address.optional(),
  device: Device.optional(),
  timeZone: z.string().max(64).optional(),
};

const environment = AgentEnvironment.catch('live').describe('Anything else is `live`');
const conversation = z.object({ id: ConversationId });
const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ['Visitors'], successStatus });

export const visitorsContract = {
  getAgent: route('GET', '/public/agents/{id}', 'Get what the widget shows of an agent')
    .input(
      z.object({
        id: AgentId,
        lang: z
          .string()
          .max(35)
          .optional()
          .describe("The page's language. Left out: the agent's own, else the first of Accept-Language that it speaks"),
        environment,
      }),
    )
    .output(z.object({ data: WidgetAgent })),
  getUsage: route('GET', '/v2/public/agents/{ID}/usage', 'May this agent go on answering?')
    .input(z.object({ ID: AgentId }))
    .output(z.object({ data: z.object({ shouldContinue: z.boolean() }) })),
  checkCredits: route('GET', '/public/users/{ownerID}/check-credits', 'Has the owner credits left?')
    .input(
      z.object({
        ownerID: WorkspaceUid,
        agentId: AgentId.optional().describe(
          "The agent that is to answer: an org may pay for it. Left out: the owner's own credits",
        ),
      }),
    )
    .output(z.object({ continue: z.boolean(), hasEverPaid: z.boolean() })),
  listLanguages: route('GET', '/utils/languages', 'List the languages that the chat speaks by itself').output(
    z.object({
      success: z.literal(true),
      languages: z.array(z.object({ code: z.string(), name: z.string().describe('In the language itself') })),
    }),
  ),
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
        environment,
        ...givenVisit,
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
        actions: z.array(ShownAction).describe('What was proposed to the visitor, oldest first'),
        rating: z.number().int().nullable(),
        handoff: z.object({ state: HandoffState, operator: OperatorFace.nullable() }),
        lastEventId: z.string().describe('Open the stream with this as Last-Event-ID to miss nothing'),
      }),
    ),
  getUnread: route('GET', '/public/conversations/{id}/unread', 'Count what came since the visitor looked')
    .input(conversation.extend({ after: MessageId.optional().describe('The last one that was seen; left out: none') }))
    .output(
      z.object({
        count: z.number().int(),
        isAwaited: z
          .boolean()
          .describe('More may come: a person is asked for or here, or a reply is owed. Else, do not ask again'),
      }),
    ),
  getHours: route('GET', '/public/conversations/{id}/hours', 'When people answer, and how long they usually take')
    .input(conversation)
    .output(PeopleHours),
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
          choiceId: FlowPartId.optional().describe('Of the button of the answer before, whose label is the text'),
          fileIds: z.array(z.string().max(64)).max(limits.filesPerMessageMax).default([]),
          page: SeenPage.optional().describe('From which it is written; ignored where the agent does not record it'),
        }),
      }),
    )
    .output(
      z.object({
        messageId: MessageId,
        replyId: MessageId.nullable().describe('Null while a person holds the conversation: the agent owes no reply'),
      }),
    ),
  decideAction: route(
    'POST',
    '/public/conversations/{id}/actions/{callId}',
    'Confirm or decline what the agent proposes; what comes of it comes by the stream',
  )
    .input(
      conversation.extend({
        callId: FunctionCallId,
        decision: z.enum(['confirm', 'decline']),
        again: z.boolean().default(false).describe('Once more, where the very same was done already'),
      }),
    )
    .output(
      z.object({
        callId: FunctionCallId.describe('Another one where what is done is done again'),
        status: ActionStatus,
        sentence: z.string().describe('As in `action_confirmed`; empty where nothing is waited for'),
      }),
    ),
  streamEvents: route('GET', '/public/conversations/{id}/events', 'Server-sent events of a conversation')
    .input(conversation)
    .output(eventIterator(ConversationEvent)),
  stopReply: route('POST', '/public/conversations/{id}/stop', 'Stop the reply that is being written')
    .input(conversation)
    .output(z.object({ success: z.literal(true) })),
  rate: route('POST', '/public/conversations/{id}/rating', 'Rate a conversation, or take that back')
    .input(
      conversation.extend({
        rating: z.number().int().min(1).max(5).nullable().describe('Null takes it back, with its comment'),
        comment: z.string().max(limits.ratingCommentCharsMax).optional().describe('Left out: as it was'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  setThumb: route(
    'POST',
    '/public/conversations/{id}/messages/{messageId}/thumb',
    'Say whether an answer of the agent was good, or take that back',
  )
    .input(
      conversation.extend({
        messageId: MessageId,
        value: Thumb.shape.value.nullable().describe('Null takes it back'),
        reason: ThumbReason.nullable().default(null).describe('Kept of a thumb that is down'),
        comment: z.string().max(limits.thumbCommentCharsMax).default('').describe('The same'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  setVariables: route('POST', '/public/conversations/{id}/variables', 'Add to what the page says of its visitor')
    .input(conversation.extend({ variables: Variables }))
    .output(z.object({ success: z.literal(true) })),
  leaveContact: route('POST', '/public/conversations/{id}/contact', 'Leave an email address to be written to')
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
