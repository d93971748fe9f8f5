import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { toProblem } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import styles from './parts/debugger-panel.module.css';
import { TestChat } from './parts/test-chat.tsx';
import { useTestConversation } from './parts/use-test-conversation.ts';

/** A test conversation with the working copy in the real widget, and under it how each answer was made. */
export function DebuggerPanel({ onClose }: { onClose: () => void }) {
  const t = useTexts('playground');
  const ui = useTexts('ui');
  const { agent, isDirty } = useWorkingCopy();
  const { conversation, start, error, isStarting } = useTestConversation(agent);
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
        : error === null && (
            <TestChat
              key={conversation.conversationId}
              agent={agent}
              started={conversation}
              onRestart={start}
              hasInspector
            />
          )}
    </div>
  );
}
