import type { Agent } from '@antiphon/contract/agents';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { TestChat } from './parts/test-chat.tsx';
import { useTestConversation } from './parts/use-test-conversation.ts';
import styles from './try-chat.module.css';

/** The chat with the working copy, where an agent has just been made. */
export function TryChat({ agent }: { agent: Agent }) {
  const t = useTexts('playground');
  const { conversation, start, error } = useTestConversation(agent);
  if (error !== null) return <LoadFailure title={t('startFailed')} problem={toProblem(error)} onRetry={start} />;
  return (
    <div className={styles.chat}>
      {conversation && (
        <TestChat key={conversation.conversationId} agent={agent} started={conversation} onRestart={start} />
      )}
    </div>
  );
}
