import type { ConversationEvent, Message } from '@antiphon/contract/events';
import type { InboxConversation } from '@antiphon/contract/handoffs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { apiUrl, query } from '../../../api.ts';
import { readAnew } from '../../signals/read-anew.ts';
import { applyInboxEvent } from '../apply-inbox-event.ts';
import { useInboxPlace } from '../inbox-place.ts';

const names = ['message', 'delta', 'done', 'error', 'status', 'handoff', 'typing'] as const;
const typingShownMs = 6_000;

/**
 * The conversation as it was read, then alive over its stream. What a stream missed is read anew; `reload` does it after
 * whatever the operator did.
 */
export function useInboxChat(id: string) {
  const { uid, useChanges } = useInboxPlace();
  const client = useQueryClient();
  const options = query.handoffs.get.queryOptions({ input: { uid, conversationId: id }, staleTime: 0 });
  const read = useQuery(options);
  const [transcript, setTranscript] = useState<Message[] | null>(null);
  const [typingAt, setTypingAt] = useState(0);
  const reload = () => client.invalidateQueries({ queryKey: options.queryKey });
  const hear = useEffectEvent((event: ConversationEvent) => {
    if (event.event === 'typing') return setTypingAt(Date.now());
    if (event.event === 'message') setTypingAt(0);
    if (event.event === 'handoff') void readAnew(client, options.queryKey);
    setTranscript((list) => applyInboxEvent(list ?? [], event));
  });
  useChanges((signal) => {
    if (signal === null || signal.id === id) void readAnew(client, options.queryKey);
  });
  const from = useStart(read.data);
  const begin = useEffectEvent(() => setTranscript(read.data?.transcript ?? []));
  useEffect(() => {
    if (from === null) return;
    begin();
    const path = apiUrl(`/v2/workspaces/${uid}/conversations/${id}/events`);
    const source = new EventSource(`${path}?from=${encodeURIComponent(from)}`);
    // A connection that is lost says `error`, too, and has nothing to say.
    for (const name of names)
      source.addEventListener(name, ({ data }) => {
        if (data !== undefined) hear({ event: name, data: JSON.parse(data) } as ConversationEvent);
      });
    return () => source.close();
  }, [uid, id, from]);
  useEffect(() => {
    if (typingAt === 0) return;
    const timer = setTimeout(() => setTypingAt(0), typingShownMs);
    return () => clearTimeout(timer);
  }, [typingAt]);
  return { read, transcript: transcript ?? read.data?.transcript ?? [], isTyping: typingAt > 0, reload };
}

/** Where the stream begins: the first reading's end. Later readings change the state beside the transcript only. */
function useStart(data: InboxConversation | undefined): string | null {
  const [start, setStart] = useState<string | null>(null);
  if (start === null && data) setStart(data.lastEventId);
  return start;
}
