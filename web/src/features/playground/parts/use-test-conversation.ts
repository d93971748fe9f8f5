import type { Agent } from '@antiphon/contract/agents';
import { chooseLanguage } from '@antiphon/contract/visitor-texts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api.ts';

export interface TestConversation {
  conversationId: string;
  visitorToken: string;
}

const keyOf = (agentId: string) => `test-chat-${agentId}`;

/** The test conversation of an agent in this browser tab. It outlives closing the panel and a reload, until it is restarted. */
export function useTestConversation({ ID: agentId, settings }: Agent) {
  const queryClient = useQueryClient();
  const conversation = useKnownTestConversation(agentId);
  const starting = useMutation({
    meta: { isFailureShown: true },
    mutationFn: () =>
      api.conversations.startTest({ id: agentId, lang: chooseLanguage(settings, '', navigator.languages.join()) }),
    onSuccess: ({ conversationId, visitorToken }) => {
      window.sessionStorage.setItem(keyOf(agentId), JSON.stringify({ conversationId, visitorToken }));
      queryClient.setQueryData(queryKeyOf(agentId), { conversationId, visitorToken });
    },
  });
  const { mutate: start } = starting;
  const isMissing = conversation === null;
  useEffect(() => {
    if (isMissing) start();
  }, [isMissing, start]);
  return { conversation, start: () => start(), error: starting.error, isStarting: starting.isPending };
}

const queryKeyOf = (agentId: string) => ['test-conversation', agentId];

/** The test conversation of an agent, for whoever looks on; null where there is none. */
export function useKnownTestConversation(agentId: string): TestConversation | null {
  const { data } = useQuery({
    queryKey: queryKeyOf(agentId),
    queryFn: () => read(agentId),
    initialData: () => read(agentId),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

function read(agentId: string): TestConversation | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(keyOf(agentId)) ?? 'null') as TestConversation | null;
  } catch {
    return null;
  }
}
