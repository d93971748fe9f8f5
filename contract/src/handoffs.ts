import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { AgentEnvironment } from './agents.ts';
import { ChannelProvider, Delivery } from './channels.ts';
import { Attachment, ConversationEvent, HandoffState, Message } from './events.ts';
import { AgentId, CannedResponseId, ConversationId, MessageId, NoteId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
import { ChosenTemplate, MessageTemplate } from './message-templates.ts';
import { PageQuery } from './paging.ts';

/** Who takes a conversation over: a member of the workspace, or a client of an org. */
export const Operator = z.object({
  kind: z.enum(['member', 'client']),
  id: z.string(),
  name: z.string(),
  photo: z.string().describe('Empty where there is none'),
});
export type Operator = z.infer<typeof Operator>;

export const OperatorStatus = z.enum(['online', 'offline']);
export type OperatorStatus = z.infer<typeof OperatorStatus>;

/** open: an operator should see to it. snoozed: until a time, or the visitor writes. closed: it was dealt with. */
export const InboxState = z.enum(['open', 'snoozed', 'closed']);
export type InboxState = z.infer<typeof InboxState>;

/** Parts of the inbox. The first four are of what is open; `missed`: nobody came in time, or nobody was there. */
export const InboxFolder = z.enum(['open', 'mine', 'unassigned', 'missed', 'snoozed', 'closed']);
export type InboxFolder = z.infer<typeof InboxFolder>;

export const InboxCounts = z.object({
  open: z.number().int(),
  mine: z.number().int(),
  unassigned: z.number().int(),
  missed: z.number().int(),
  snoozed: z.number().int(),
});
export type InboxCounts = z.infer<typeof InboxCounts>;

export const InboxItem = z.object({
  id: ConversationId,
  agentId: AgentId,
  agentTitle: z.string(),
  state: HandoffState.describe('Who answers right now'),
  inboxState: InboxState.nullable().describe('Null where nobody asked for a person and no operator took it over'),
  openedAt: z.iso.datetime().nullable().describe('Since when it is open in the inbox'),
  waitingSince: z.iso.datetime().nullable().describe('Since when the visitor waits for a person right now'),
  activityAt: z.iso.datetime().nullable().describe('When the visitor last wrote, or asked for a person'),
  isMissed: z.boolean(),
  isUnread: z.boolean().describe('The visitor wrote, or asked, after an operator last looked'),
  operator: Operator.nullable().describe('Who took it over last'),
  snoozedUntil: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: Operator.nullable(),
  isVisitorHere: z.boolean().describe('Their chat is connected'),
  visitorSeenAt: z.iso.datetime().nullable().describe('When it was last connected, where that is known'),
  readAt: z.iso.datetime().nullable().describe('The visitor has read what operators said until then'),
  repliedAt: z.iso.datetime().nullable().describe('When an operator last said something'),
  isUndelivered: z.boolean().describe('On a channel: it did not arrive'),
  emailedAt: z.iso.datetime().nullable().describe('When what an operator said was last mailed to the visitor'),
  lang: z.string().describe('BCP 47, as the chat said it; empty where it did not'),
  lastMessage: z.string().describe('What the visitor said last'),
  lastMessageAt: z.iso.datetime(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  contactMessage: z.string(),
  nameOnPage: z.string().describe('The variable `name`, as the page set it; empty where it set none'),
  leftAt: z.iso.datetime().nullable().describe('When the visitor left a message for a person that nobody closed yet'),
  tags: z.array(z.string()),
  channel: ChannelProvider.nullable().describe('Where they write; null: in the chat of a page'),
  environment: AgentEnvironment.describe('Of the agent, which answers it'),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const Note = z.object({ id: NoteId, author: Operator, text: z.string(), createdAt: z.iso.datetime() });
export type Note = z.infer<typeof Note>;

/** Some channels let people be answered for a while alone after they wrote. */
export const ReplyWindow = z.object({
  until: z.iso.datetime().describe('When it ends, or ended'),
  isOver: z.boolean(),
  after: z
    .enum(['template', 'person', 'wait'])
    .describe(
      'What is left once it is over: a text that the provider approved; a person, until `personUntil`; nothing until they write',
    ),
  personUntil: z.iso.datetime().nullable().describe('Until then a person may answer, and no machine'),
});
export type ReplyWindow = z.infer<typeof ReplyWindow>;

export const InboxConversation = InboxItem.extend({
  transcript: z.array(Message),
  lastEventId: z.string().describe('Open the stream with this to miss nothing'),
  notes: z.array(Note),
  isMine: z.boolean(),
  canClaim: z.boolean().describe('Not while another operator holds it, or it is closed'),
  giveBackMinutes: z.number().int(),
  delivery: Delivery.nullable().describe('On a channel: what became of what an operator said last'),
  window: ReplyWindow.nullable().describe('Null where they can be answered at any time'),
  earlier: z
    .array(z.object({ id: ConversationId, createdAt: z.iso.datetime(), transcript: z.array(Message) }))
    .describe('Of a continuous view: conversations of the same address with the same agent, oldest first'),
});
export type InboxConversation = z.infer<typeof InboxConversation>;

/** What an operator should know before the first word. `lines` are sentences of the visitor, newest last, or the model's. */
export const HandoffSummary = z.object({
  source: z.enum(['model', 'transcript']).describe('`transcript`: taken from it word by word, by no language model'),
  text: z.string().describe('Of a model; else empty'),
  questions: z.array(z.string()),
  unanswered: z.array(z.string()),
});
export type HandoffSummary = z.infer<typeof HandoffSummary>;

export const CannedResponse = z.object({ id: CannedResponseId, shortcut: z.string(), text: z.string() });
export type CannedResponse = z.infer<typeof CannedResponse>;

export const Tag = z.string().trim().min(1).max(limits.tagCharsMax);

export const InboxSettings = z.object({
  predefinedTags: z.array(Tag).max(limits.predefinedTagsMax),
  onlyPredefinedTags: z.boolean().describe('No other tags than the predefined ones'),
});
export type InboxSettings = z.infer<typeof InboxSettings>;

/** What holds for the one who asks: for a client as their org has it. */
export const InboxView = InboxSettings.extend({
  canSave: z.boolean(),
  hasCanned: z.boolean().describe('Canned responses can be used and kept'),
  isContinuous: z.boolean().describe('What a visitor wrote before stands above what they write now'),
  mayTakeOver: z.boolean(),
});
export type InboxView = z.infer<typeof InboxView>;

const visited = z.object({ id: ConversationId });
const workspace = z.object({ uid: WorkspaceUid });
const one = workspace.extend({ conversationId: ConversationId });
const done = z.object({ success: z.literal(true) });
const at = <const Rest extends string>(rest: Rest) => `/v2/workspaces/{uid}/inbox${rest}` as const;
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, tag = 'Inbox', status = 200) =>
  oc.route({ method, path, summary, tags: [tag], successStatus: status });

export const handoffsContract = {
  request: route('POST', '/public/conversations/{id}/handoff', 'Ask for a person', 'Visitors')
    .input(visited)
    .output(
      z.object({
        state: z.enum(['waiting', 'held', 'away']).describe('`away`: nobody is online; a message can be left'),
      }),
    ),
  typeAsVisitor: route('POST', '/public/conversations/{id}/typing', 'Say that the visitor is writing', 'Visitors')
    .input(visited)
    .output(done),
  markRead: route('POST', '/public/conversations/{id}/read', 'Say what the visitor has read', 'Visitors')
    .input(
      visited.extend({
        messageId: MessageId.describe('An operator’s: it and what stands before it was on the screen'),
      }),
    )
    .output(done),
  listInbox: route('GET', at(''), 'List what wants a person, and what an operator took over, until it is closed')
    .input(
      workspace.extend({
        ...PageQuery.shape,
        folder: InboxFolder.default('open'),
        agentId: AgentId.optional(),
        tag: Tag.optional(),
        operatorId: z.string().max(100).optional().describe('Who took it over last'),
        lang: z.string().max(35).optional().describe('BCP 47; `de` also finds `de-AT`'),
        search: z.string().trim().max(200).optional().describe('In names, addresses and what was said'),
      }),
    )
    .output(
      z.object({
        items: z
          .array(InboxItem)
          .describe(
            'Who waits for a person right now first, by how long, then by the newest activity; of `snoozed` the next to come back, of `closed` the last that was closed',
          ),
        nextCursor: z.string().nullable(),
        counts: InboxCounts.describe('Of all that the one who asks may see, whatever the filters'),
        status: OperatorStatus.describe('Of the one who asks'),
        online: z.number().int().describe('Operators who are online'),
        operators: z.array(Operator).describe('Those who took over what stands in the inbox, to filter by'),
      }),
    ),
  countInbox: route('GET', '/v2/workspaces/{uid}/inbox-counts', 'Count the inbox').input(workspace).output(InboxCounts),
  get: route('GET', at('/{conversationId}'), 'Get a conversation as its operator sees it')
    .input(one)
    .output(InboxConversation),
  streamEvents: route(
    'GET',
    '/v2/workspaces/{uid}/conversations/{conversationId}/events',
    'Server-sent events of a conversation, for its operators',
  )
    .input(one.extend({ from: z.string().max(64).optional().describe('As Last-Event-ID, for the first connection') }))
    .output(eventIterator(ConversationEvent)),
  claim: route('POST', at('/{conversationId}/claim'), 'Take a conversation over; one operator wins')
    .input(one)
    .output(done),
  reply: route(
    'POST',
    at('/{conversationId}/messages'),
    'Write to the visitor as the operator who holds the conversation',
  )
    .input(
      one.extend({
        id: MessageId.describe('Made by the caller: the same id twice changes nothing'),
        text: z
          .string()
          .trim()
          .max(limits.messageCharsMax, `A message may have at most ${limits.messageCharsMax} characters.`)
          .describe('Empty only beside files'),
        fileIds: z.array(z.string().max(64)).max(limits.filesPerMessageMax).default([]),
      }),
    )
    .output(z.object({ messageId: MessageId })),
  listTemplates: route(
    'GET',
    at('/{conversationId}/templates'),
    'List the approved texts that can be sent to the visitor once they can no longer be answered freely',
  )
    .input(one)
    .output(z.object({ items: z.array(MessageTemplate) })),
  replyWithTemplate: route(
    'POST',
    at('/{conversationId}/templates'),
    'Send an approved text as the operator who holds the conversation',
  )
    .input(
      one.extend({
        id: MessageId.describe('Made by the caller: the same id twice changes nothing'),
        template: ChosenTemplate,
      }),
    )
    .output(z.object({ messageId: MessageId })),
  addFile: route(
    'POST',
    at('/{conversationId}/files'),
    'Upload a file to be sent with the next reply of the operator who holds the conversation',
    'Inbox',
    201,
  )
    .input(one.extend({ file: z.file() }))
    .output(Attachment),
  giveBack: route('POST', at('/{conversationId}/give-back'), 'Give a conversation back to the agent')
    .input(one)
    .output(done),
  close: route(
    'POST',
    at('/{conversationId}/close'),
    'Close: it was dealt with. Who holds it gives it back to the agent',
  )
    .input(one)
    .output(done),
  reopen: route('POST', at('/{conversationId}/reopen'), 'Open what was closed or snoozed').input(one).output(done),
  snooze: route('POST', at('/{conversationId}/snooze'), 'Put aside until a time, or until the visitor writes')
    .input(one.extend({ until: z.iso.datetime().describe('At most a year ahead') }))
    .output(done),
  markSeen: route('POST', at('/{conversationId}/seen'), 'Say that an operator has read it').input(one).output(done),
  typeAsOperator: route('POST', at('/{conversationId}/typing'), 'Say that the operator is writing')
    .input(one)
    .output(done),
  setTags: route('POST', at('/{conversationId}/tags'), 'Set the tags of a conversation')
    .input(one.extend({ tags: z.array(Tag).max(limits.conversationTagsMax) }))
    .output(z.object({ tags: z.array(z.string()) })),
  addNote: route('POST', at('/{conversationId}/notes'), 'Add a note, which the visitor never sees')
    .input(
      one.extend({
        id: NoteId.describe('Made by the caller: the same id twice changes nothing'),
        text: z.string().trim().min(1, 'Please write something.').max(limits.noteCharsMax),
      }),
    )
    .output(Note),
  getSummary: route('GET', at('/{conversationId}/summary'), 'Get what an operator should know before the first word')
    .input(one)
    .output(HandoffSummary),
  setStatus: route('POST', '/v2/workspaces/{uid}/operator-status', 'Go online or offline as an operator')
    .input(workspace.extend({ status: OperatorStatus }))
    .output(z.object({ status: OperatorStatus })),
  listCanned: route('GET', '/v2/workspaces/{uid}/canned-responses', 'List canned responses')
    .input(workspace)
    .output(z.object({ items: z.array(CannedResponse) })),
  saveCanned: route('POST', '/v2/workspaces/{uid}/canned-responses', 'Save a canned response under its shortcut')
    .input(
      workspace.extend({
        shortcut: z
          .string()
          .trim()
          .max(limits.cannedShortcutCharsMax)
          .regex(/^[\p{L}\p{N}_-]+$/u, 'A shortcut has letters, digits, - and _ only.'),
        text: z.string().trim().min(1, 'Please write something.').max(limits.cannedTextCharsMax),
      }),
    )
    .output(CannedResponse),
  deleteCanned: route('DELETE', '/v2/workspaces/{uid}/canned-responses/{responseId}', 'Delete a canned response')
    .input(workspace.extend({ responseId: CannedResponseId }))
    .output(done),
  getSettings: route('GET', '/v2/workspaces/{uid}/inbox-settings', 'Get the settings of the inbox')
    .input(workspace)
    .output(InboxView),
  saveSettings: route('POST', '/v2/workspaces/{uid}/inbox-settings', 'Set the settings of the inbox')
    .input(workspace.extend(InboxSettings.shape))
    .output(InboxSettings),
};
