import { newMessageId } from '@antiphon/contract/ids';
import {
  agent,
  conversation,
  form,
  HELD,
  inboxed,
  member,
  message,
  none,
  open,
  type ProcedureName,
  type Row,
  UNHELD,
  uid,
  visited,
} from '../policy-row.ts';

/** Conversations, with visitors and people. */
export const conversationsRows = {
  'conversations.list': member(null, agent, { client: { page: '/convos', of: 'agent' } }),
  'conversations.listAll': member(null, uid, {
    client: { page: '/convos', of: 'list' },
    alsoNames: { agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }) },
  }),
  'conversations.exportAll': member(null, uid, {
    client: { page: '/convos', of: 'list' },
    query: () => ({ format: 'jsonl' }),
  }),
  'conversations.export': member(null, conversation, {
    client: { page: '/convos', of: 'conversation' },
    query: () => ({ format: 'txt' }),
  }),
  'conversations.erase': member('conversations.reply', (t) => ({ conversationId: t.testConversationId }), {
    isOnce: 'testConversation',
  }),
  'conversations.get': member(null, conversation, { client: { page: '/convos', of: 'conversation' } }),
  'conversations.getVisit': member(null, conversation, { client: { page: '/convos', of: 'conversation' } }),
  'conversations.getTrace': member(null, (t) => ({ conversationId: t.conversationId, messageId: t.replyId })),
  'conversations.startTest': member(null, agent, { body: none }),
  // It cannot be called: journeys/calls.test.ts calls those that can.
  'calls.open': open('visitor', visited, { status: 409, body: none }),
  'calls.list': member(null, uid, {
    client: { page: '/voice', of: 'list' },
    alsoNames: { agentId: (_own, foreign) => ({ query: { agentId: foreign.agentId } }) },
  }),
  'voices.list': member(null, uid, { query: () => ({ provider: 'deepgram' }) }),
  'voices.latency': member(null, agent),
  'voices.spell': member(null, agent, { unaudited: 'it changes nothing', body: () => ({ text: '**Hello.**' }) }),
  // Its key is one of a model: journeys/speech.test.ts has one that speaks.
  'voices.speak': member('agents.write', agent, {
    ...{ status: 400, unaudited: 'it changes nothing' },
    body: (t) => ({ provider: 'deepgram', credentialId: t.credentialId, text: 'Hello.' }),
    alsoNames: {
      credentialId: (_own, foreign) => ({
        body: { provider: 'deepgram', credentialId: foreign.credentialId, text: 'Hello.' },
      }),
    },
  }),
  'calls.listOf': member(null, conversation, { client: { page: '/voice', of: 'conversation' } }),
  // A call that is over; journeys/call-transfers.test.ts has those that go on.
  'calls.transfer': member('conversations.reply', (t) => ({ conversationId: t.conversationId, callId: t.callId }), {
    ...{ status: 409, unaudited: 'nobody was put through' },
    client: { page: '/voice', of: 'conversation' },
  }),
  'calls.end': member('conversations.reply', (t) => ({ conversationId: t.conversationId, callId: t.callId }), {
    client: { page: '/voice', of: 'conversation' },
    body: none,
  }),
  'calls.deleteRecording': member('conversations.reply', (t) => ({
    conversationId: t.conversationId,
    callId: t.callId,
  })),
  'visitors.getAgent': open('embed', agent),
  'visitors.getUsage': open('embed', (t) => ({ ID: t.agentId })),
  'visitors.checkCredits': open('owner', (t) => ({ ownerID: t.uid })),
  'visitors.listLanguages': { access: 'anybody', needs: null, params: none },
  'visitors.recordAnalytics': open('embed', (t) => ({ ID: t.agentId }), { body: () => ({ record: 'loads' }) }),
  'visitors.startConversation': open('embed', agent, { body: none }),
  'visitors.getConversation': open('visitor', visited),
  'visitors.getUnread': open('visitor', visited),
  'visitors.getHours': open('visitor', visited),
  'visitors.sendMessage': open('visitor', visited, {
    body: () => message(),
    alsoNames: { fileIds: (_own, foreign) => ({ body: message([foreign.fileId]) }) },
  }),
  'visitors.streamEvents': open('visitor', visited),
  'visitors.stopReply': open('visitor', visited, { body: none }),
  // What is proposed is a conversation's own; journeys/actions.test.ts confirms it.
  'visitors.decideAction': open('visitor', (t) => ({ ...visited(t), callId: 'fcl_0123456789abcdefghij' }), {
    ...{ status: 404, body: () => ({ decision: 'confirm' }) },
  }),
  'visitors.rate': open('visitor', visited, { body: () => ({ rating: 5 }) }),
  'visitors.setThumb': open('visitor', (t) => ({ ...visited(t), messageId: t.replyId }), {
    body: () => ({ value: 'down', reason: 'wrong', comment: 'That is not so.' }),
  }),
  'visitors.setVariables': open('visitor', visited, { body: () => ({ variables: { plan: 'pro' } }) }),
  'visitors.leaveContact': open('visitor', visited, { body: () => ({ email: 'visitor@example.com' }) }),
  'visitors.addFile': open('visitor', visited, { body: () => form('note.txt') }),
  'handoffs.request': open('visitor', visited, { body: none }),
  'handoffs.typeAsVisitor': open('visitor', visited, { body: none }),
  'handoffs.markRead': open('visitor', visited, { body: (t) => ({ messageId: t.replyId }) }),
  'handoffs.listInbox': member('conversations.reply', uid, { client: { page: '/convos', of: 'list' } }),
  'handoffs.countInbox': member('conversations.reply', uid, { client: { page: '/convos', of: 'list' } }),
  'handoffs.get': member('conversations.reply', inboxed, { client: { page: '/convos', of: 'conversation' } }),
  'handoffs.streamEvents': member('conversations.reply', inboxed, { client: { page: '/convos', of: 'conversation' } }),
  'handoffs.reply': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    ...UNHELD,
    body: () => message(),
    alsoNames: { fileIds: (_own, foreign) => ({ body: message([foreign.fileId]) }) },
  }),
  'handoffs.listTemplates': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    status: 404,
  }),
  'handoffs.replyWithTemplate': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    status: 404,
    unaudited: HELD.unaudited,
    body: () => ({ id: newMessageId(), template: { name: 'order_ready', language: 'en', values: [] } }),
  }),
  'handoffs.addFile': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    ...UNHELD,
    body: () => form('offer.txt'),
  }),
  'handoffs.giveBack': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    ...UNHELD,
    body: none,
  }),
  'handoffs.typeAsOperator': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    ...UNHELD,
    body: none,
  }),
  'handoffs.close': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    unaudited: HELD.unaudited,
    body: none,
  }),
  'handoffs.reopen': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    unaudited: HELD.unaudited,
    body: none,
  }),
  'handoffs.snooze': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    unaudited: HELD.unaudited,
    body: () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  }),
  'handoffs.markSeen': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    unaudited: HELD.unaudited,
    body: none,
  }),
  'handoffs.setTags': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    unaudited: HELD.unaudited,
    body: () => ({ tags: ['refund'] }),
  }),
  'handoffs.addNote': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    body: () => ({ id: newMessageId(), text: 'A regular customer.' }),
  }),
  'handoffs.getSummary': member('conversations.reply', inboxed, { client: { page: '/convos', of: 'conversation' } }),
  'handoffs.setStatus': member('conversations.reply', uid, {
    client: { page: '/convos', of: 'list', opened: 403 },
    ...HELD,
    body: () => ({ status: 'online' }),
  }),
  'handoffs.listCanned': member('conversations.reply', uid, { client: { page: '/convos', of: 'list' } }),
  'handoffs.saveCanned': member('conversations.reply', uid, {
    client: { page: '/convos', of: 'list' },
    body: () => ({ shortcut: 'hello', text: 'Good day.' }),
  }),
  'handoffs.deleteCanned': member('conversations.reply', (t) => ({ uid: t.uid, responseId: t.cannedId }), {
    // Of their org alone, and this one is the agency's.
    client: { page: '/convos', of: 'list', status: 404 },
    isOnce: 'canned',
  }),
  'handoffs.getSettings': member('conversations.reply', uid, { client: { page: '/convos', of: 'list' } }),
  'handoffs.saveSettings': member('conversations.reply', uid, {
    body: () => ({ predefinedTags: ['refund'], onlyPredefinedTags: false }),
  }),
  // The last of them: from here on the owner holds it.
  'handoffs.claim': member('conversations.reply', inboxed, {
    client: { page: '/convos', of: 'conversation' },
    ...HELD,
    only: ['the owner'],
    body: none,
  }),
} satisfies Partial<Record<ProcedureName, Row>>;
