import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api.ts';

export interface TestSession {
  conversationId: string;
  visitorToken: string;
}

const keyOf = (agentId: string) => `test-chat-${agentId}`;

/** The test conversation of an agent in this browser tab. It outlives closing the panel and a reload, until it is restarted. */
export function useTestSession(agentId: string) {
  const [session, setSession] = useState(() => read(agentId));
  const starting = useMutation({
    meta: { isFailureShown: true },
    mutationFn: () => api.conversations.startTest({ id: agentId }),
    onSuccess: ({ conversationId, visitorToken }) => {
      window.sessionStorage.setItem(keyOf(agentId), JSON.stringify({ conversationId, visitorToken }));
      setSession({ conversationId, visitorToken });
    },
  });
  const { mutate: start } = starting;
  const isMissing = session === null;
  useEffect(() => {
    if (isMissing) start();
  }, [isMissing, start]);
  return { session, start: () => start(), error: starting.error, isStarting: starting.isPending };
}

function read(agentId: string): TestSession | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(agentId)) ?? 'null') as TestSession | null;
  } catch {
    return null;
  }
}
