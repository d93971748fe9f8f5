import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import styles from './parts/debugger-panel.module.css';
import { TurnInspector } from './parts/turn-inspector.tsx';
import { type TestConversation, useTestConversation } from './parts/use-test-conversation.ts';
import { toWidgetAgent } from './to-widget-agent.ts';
import { WidgetFrame } from './widget-frame.tsx';

const pollMs = 1_000;

/** A test conversation with the working copy in the real widget, and under it how each answer was made. */
export function DebuggerPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts('playground');
  const ui = useTexts('ui');
  const { agent, isDirty } = useWorkingCopy();
  const { conversation, start, error, isStarting } = useTestConversation(agent.ID);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('title')}</h2>
        <Button
          variant="default"
          size="compact-md"
          fz={13}
          leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          loading={isStarting}
          onClick={start}
        >
          {t('restart')}
        </Button>
        <Tooltip label={ui('close')}>
          <ActionIcon onClick={onClose} aria-label={t('close')}>
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </header>
      {isDirty && <p className={styles.hint}>{t('unsaved')}</p>}
      {error !== null && (
        <div className={styles.failure}>
          <LoadFailure title={t('startFailed')} problem={toProblem(error)} onRetry={start} />
        </div>
      )}
      {conversation === null
        ? isStarting && <RowsSkeleton rows={3} />
        : error === null && <TestChat key={conversation.conversationId} started={conversation} onRestart={start} />}
    </div>
  );
}

function TestChat({ started, onRestart }: { started: TestConversation; onRestart: () => void }) {
  const t = useTexts('playground');
  const { agent } = useWorkingCopy();
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
    for (const { key } of [conversations.get, conversations.list, conversations.listUnanswered, workspaces.me]) {
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
      <TurnInspector
        conversationId={conversationId}
        agentId={agent.ID}
        messages={conversation.data?.transcript ?? []}
      />
    </>
  );
}
