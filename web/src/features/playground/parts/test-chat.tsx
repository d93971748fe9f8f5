import type { Agent } from '@antiphon/contract/agents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { toWidgetAgent } from '../to-widget-agent.ts';
import { WidgetFrame } from '../widget-frame.tsx';
import styles from './debugger-panel.module.css';
import { TurnInspector } from './turn-inspector.tsx';
import type { TestConversation } from './use-test-conversation.ts';

const pollMs = 1_000;

interface TestChatProps {
  agent: Agent;
  started: TestConversation;
  onRestart: () => void;
  /** Shows how each answer was made. */
  hasInspector?: boolean;
}

/** A test conversation in the real widget, answered by the working copy as it is saved. */
export function TestChat({ agent, started, onRestart, hasInspector = false }: TestChatProps) {
  const t = useTexts('playground');
  const queryClient = useQueryClient();
  const { conversationId, visitorToken } = started;
  const conversation = useQuery(
    query.conversations.get.queryOptions({
      input: { conversationId },
      refetchInterval: ({ state }) =>
        state.data?.transcript.some((message) => message.state === 'queued' || message.state === 'streaming')
          ? pollMs
          : false,
    }),
  );
  const refresh = () => {
    const { conversations, workspaces } = query;
    // A test turn costs a credit too: the balance in the navigation follows.
    for (const { key } of [conversations.get, conversations.list, workspaces.me]) {
      void queryClient.invalidateQueries({ queryKey: key() });
    }
  };
  if (conversation.isError && conversation.data === undefined) {
    return (
      <div className={styles.failure}>
        <LoadFailure
          title={t('openFailed')}
          problem={toProblem(conversation.error)}
          onRetry={toProblem(conversation.error).status === 404 ? onRestart : () => void conversation.refetch()}
        />
      </div>
    );
  }
  return (
    <>
      <div className={styles.chat}>
        <WidgetFrame
          agentId={agent.ID}
          title={t('title')}
          conversation={{ conversationId, visitorToken }}
          agent={toWidgetAgent(agent, agent.settings)}
          onMessage={refresh}
        />
      </div>
      {hasInspector && (
        <TurnInspector
          conversationId={conversationId}
          agentId={agent.ID}
          messages={conversation.data?.transcript ?? []}
        />
      )}
    </>
  );
}
