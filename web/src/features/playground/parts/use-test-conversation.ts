import type { Agent } from '@antiphon/contract/agents';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api.ts';

export interface TestConversation {
  conversationId: string;
  visitorToken: string;
}

const keyOf = (agentId: string) => `test-chat-${agentId}`;

/** The test conversation of an agent in this browser tab. It outlives closing the panel and a reload, until it is restarted. */
export function useTestConversation({ ID: agentId, settings }: Agent) {
  const [conversation, setConversation] = useState(() => read(agentId));
  const starting = useMutation({
    meta: { isFailureShown: true },
    mutationFn: () =>
      api.conversations.startTest({ id: agentId, lang: chooseLanguage(settings, '', navigator.languages.join()) }),
    onSuccess: ({ conversationId, visitorToken }) => {
      window.sessionStorage.setItem(keyOf(agentId), JSON.stringify({ conversationId, visitorToken }));
      setConversation({ conversationId, visitorToken });
    },
  });
  const { mutate: start } = starting;
  const isMissing = conversation === null;
  useEffect(() => {
    if (isMissing) start();
  }, [isMissing, start]);
  return { conversation, start: () => start(), error: starting.error, isStarting: starting.isPending };
}

function read(agentId: string): TestConversation | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(agentId)) ?? 'null') as TestConversation | null;
  } catch {
    return null;
  }
}
