import type { Message } from '@antiphon/contract/events';
import type { InboxConversation } from '@antiphon/contract/handoffs';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import styles from './inbox.module.css';

interface ChatThreadProps {
  /** What the same visitor wrote before, oldest first; shown above, without anything to do there. */
  earlier: InboxConversation['earlier'];
  messages: Message[];
  isTyping: boolean;
  agentTitle: string;
}

/** What was said, newest at the end, which is kept in sight. */
export function ChatThread({ earlier, messages, isTyping, agentTitle }: ChatThreadProps) {
  const t = useTexts('inbox');
  const box = useRef<HTMLDivElement>(null);
  const length = messages.at(-1)?.text.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what grows is what moves the end.
  useLayoutEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [messages.length, length, isTyping]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className={styles.thread} ref={box} role="log" aria-label={t('conversation')} tabIndex={0}>
      {earlier.map(({ id, createdAt, transcript }) => (
        <section key={id} className={styles.earlier} aria-label={t('earlier')}>
          <p className={styles.faint}>
            {t('earlier')} <RelativeTime date={createdAt} />
          </p>
          <Messages messages={transcript} agentTitle={agentTitle} />
        </section>
      ))}
      <Messages messages={messages} agentTitle={agentTitle} />
      {isTyping && (
        <p className={styles.faint} role="status">
          {t('visitorTyping')}
        </p>
      )}
    </div>
  );
}

function Messages({ messages, agentTitle }: Pick<ChatThreadProps, 'messages' | 'agentTitle'>) {
  const t = useTexts('inbox');
  const nameOf = ({ role, operator }: Message) => {
    if (role === 'visitor') return t('visitor');
    return role === 'operator' && operator ? operator.name : agentTitle;
  };
  return messages
    .filter(({ text, attachments }) => text !== '' || attachments.length > 0)
    .map((message) => (
      <div key={message.id} className={styles.message} data-role={message.role}>
        <span className={styles.who}>
          <span data-text="content" dir="auto">
            {nameOf(message)}
          </span>
          <RelativeTime date={message.createdAt} />
        </span>
        {message.text !== '' && (
          <span className={styles.bubble} data-text="content" dir="auto">
            {message.text}
          </span>
        )}
        {message.attachments.map((file) => (
          <a key={file.id} href={file.url} target="_blank" rel="noopener noreferrer" data-text="content">
            {file.name}
          </a>
        ))}
      </div>
    ));
}
