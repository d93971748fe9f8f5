import type { Message } from '@antiphon/contract/events';
import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { ReplyTrace } from '../../conversations/reply-trace.tsx';
import { CorrectAnswer } from '../../knowledge/correct-answer.tsx';
import styles from './debugger-panel.module.css';
import { toTurns } from './turns.ts';

interface TurnInspectorProps {
  conversationId: string;
  agentId: string;
  messages: Message[];
}

/** How the answers of a test chat were made, turn by turn; the newest unless one is chosen. */
export function TurnInspector({ conversationId, agentId, messages }: TurnInspectorProps) {
  const t = useTexts('playground');
  const turns = toTurns(messages);
  const [chosen, setChosen] = useState<number | null>(null);
  const [isOpen, setOpen] = useLocalStorage({
    key: 'debugger-details-open',
    // The answer comes first: how it was made is one line until it is asked for.
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const index = Math.min(chosen ?? turns.length - 1, turns.length - 1);
  const turn = turns[index];
  if (turn === undefined) {
    return (
      <section className={styles.inspector} aria-label={t('inspector.title')}>
        <p className={styles.waiting}>{t('inspector.nothing')}</p>
      </section>
    );
  }
  const isWriting = turn.reply.state === 'queued' || turn.reply.state === 'streaming';
  const go = (to: number) => setChosen(to === turns.length - 1 ? null : to);
  return (
    <section className={styles.inspector} aria-label={t('inspector.title')}>
      <div className={styles.turns}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
          <span className={`${styles.count} tabular`}>
            {t('inspector.turn', { number: index + 1, count: turns.length })}
          </span>
          <span className={styles.question} data-text="content" dir="auto">
            {turn.question}
          </span>
        </button>
        <ActionIcon size={28} aria-label={t('inspector.before')} disabled={index === 0} onClick={() => go(index - 1)}>
          <IconChevronLeft size={16} stroke={1.5} className="mirrored" />
        </ActionIcon>
        <ActionIcon
          size={28}
          aria-label={t('inspector.next')}
          disabled={index === turns.length - 1}
          onClick={() => go(index + 1)}
        >
          <IconChevronRight size={16} stroke={1.5} className="mirrored" />
        </ActionIcon>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={styles.details} tabIndex={0} aria-label={t('inspector.details', { number: index + 1 })}>
          {isWriting ? (
            <p className={styles.waiting}>{t('inspector.writing')}</p>
          ) : (
            <>
              <CorrectAnswer agentId={agentId} messages={messages} index={messages.indexOf(turn.reply)} />
              <ReplyTrace
                key={turn.reply.id}
                conversationId={conversationId}
                agentId={agentId}
                messageId={turn.reply.id}
              />
            </>
          )}
        </section>
      )}
    </section>
  );
}
