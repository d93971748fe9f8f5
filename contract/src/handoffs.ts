import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { ConversationEvent, HandoffState, Message } from './events.ts';
import { AgentId, CannedResponseId, ConversationId, MessageId, NoteId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

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

export const InboxItem = z.object({
  id: ConversationId,
  agentId: AgentId,
  agentTitle: z.string(),
  state: HandoffState,
  since: z.iso.datetime().nullable().describe('When it began to wait, or was taken over'),
  operator: Operator.nullable(),
  lastMessage: z.string(),
  lastRole: z.enum(['visitor', 'agent', 'operator', 'system']).nullable(),
  lastMessageAt: z.iso.datetime(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  contactMessage: z.string(),
  leftAt: z.iso.datetime().nullable().describe('When the visitor left a message for a person that nobody closed yet'),
  tags: z.array(z.string()),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const Note = z.object({ id: NoteId, author: Operator, text: z.string(), createdAt: z.iso.datetime() });
export type Note = z.infer<typeof Note>;

export const InboxConversation = InboxItem.extend({
  transcript: z.array(Message),
  lastEventId: z.string().describe('Open the stream with this to miss nothing'),
  notes: z.array(Note),
  isMine: z.boolean(),
  canClaim: z.boolean(),
  giveBackMinutes: z.number().int(),
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
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string, tag = 'Inbox') =>
  oc.route({ method, path, summary, tags: [tag], successStatus: 200 });

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
  listInbox: route(
    'GET',
    at(''),
    'List the conversations that wait for a person, are held by one, or have a left message',
  )
    .input(workspace)
    .output(
      z.object({
        items: z
          .array(InboxItem)
          .describe('Those that wait come first, then left messages, the longest wait before all'),
        total: z.number().int(),
        status: OperatorStatus.describe('Of the one who asks'),
        online: z.number().int().describe('Operators who are online'),
      }),
    ),
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
          .min(1, 'Please write something.')
          .max(limits.messageCharsMax, `A message may have at most ${limits.messageCharsMax} characters.`),
      }),
    )
    .output(z.object({ messageId: MessageId })),
  giveBack: route('POST', at('/{conversationId}/give-back'), 'Give a conversation back to the agent')
    .input(one)
    .output(done),
  close: route('POST', at('/{conversationId}/close'), 'Close what a visitor left: it was dealt with')
    .input(one)
    .output(done),
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
