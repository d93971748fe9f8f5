import type { SignalKind } from '@antiphon/contract/signals';
import type { Listener } from '../../jobs/job.ts';
import type { Signals } from './signals.ports.ts';

/** The field of the payload that names what changed. */
const SOURCES: Record<string, { kind: SignalKind; field: string }> = {
  conversation_started: { kind: 'conversation', field: 'conversationId' },
  conversation_ended: { kind: 'conversation', field: 'conversationId' },
  conversation_rated: { kind: 'conversation', field: 'conversationId' },
  answer_rated: { kind: 'conversation', field: 'conversationId' },
  person_requested: { kind: 'conversation', field: 'conversationId' },
  lead_created: { kind: 'conversation', field: 'conversationId' },
  contact_left: { kind: 'conversation', field: 'conversationId' },
  site_named: { kind: 'agent', field: 'agentId' },
  agent_published: { kind: 'agent', field: 'agentId' },
  agent_deleted: { kind: 'agent', field: 'agentId' },
  channel_failing: { kind: 'agent', field: 'agentId' },
  document_added: { kind: 'document', field: 'documentId' },
  document_read: { kind: 'document', field: 'documentId' },
  crawl_waiting: { kind: 'document', field: 'documentId' },
  document_failed: { kind: 'document', field: 'documentId' },
  credits_low: { kind: 'workspace', field: '' },
};

export const signalsListeners: Listener<{ signals: Signals }>[] = [
  {
    name: 'signals.tell',
    on: Object.keys(SOURCES),
    async run({ signals }, _tx, scope, { type, payload }) {
      const source = SOURCES[type];
      if (!source) return;
      const id = source.field === '' ? scope.workspaceUid : String(payload[source.field]);
      return () => signals.tell(scope.workspaceUid, { kind: source.kind, id });
    },
  },
];
