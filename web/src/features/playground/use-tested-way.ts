import type { Span } from '@antiphon/contract/conversations';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { toTurns } from './parts/turns.ts';
import { useKnownTestConversation } from './parts/use-test-conversation.ts';

export type TestedWay = Extract<Span, { kind: 'flow' }>['nodes'];
const NOWHERE: TestedWay = [];

/** Where the newest answer of the test chat went on the agent's canvas. */
export function useTestedWay(agentId: string): TestedWay {
  const conversationId = useKnownTestConversation(agentId)?.conversationId ?? '';
  const { data } = useQuery({
    ...query.conversations.get.queryOptions({ input: { conversationId } }),
    enabled: conversationId !== '',
  });
  const reply = toTurns(data?.transcript ?? []).at(-1)?.reply;
  const messageId = reply?.state === 'complete' ? reply.id : '';
  const trace = useQuery({
    ...query.conversations.getTrace.queryOptions({ input: { conversationId, messageId }, staleTime: Infinity }),
    enabled: messageId !== '',
    retry: false,
  });
  return trace.data?.spans?.find((span) => span.kind === 'flow')?.nodes ?? NOWHERE;
}
