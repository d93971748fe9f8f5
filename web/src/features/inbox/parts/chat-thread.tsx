import type { Message } from '@antiphon/contract/events';
import type { InboxConversation } from '@antiphon/contract/handoffs';
import { useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { CorrectAnswer } from '../../knowledge/correct-answer.tsx';
import { MessageList } from '../../transcript/message-list.tsx';
import styles from './inbox.module.css';

interface ChatThreadProps {
  /** What the same visitor wrote before, oldest first; shown above, without anything to do there. */
  earlier: InboxConversation['earlier'];
  messages: Message[];
  isTyping: boolean;
  agentTitle: string;
  agentId: string;
  /** Who the visitor said to be, or the page. */
  visitorName: string;
}

/** What was said, newest at the end, which is kept in sight. */
export function ChatThread({ earlier, messages, isTyping, agentTitle, agentId, visitorName }: ChatThreadProps) {
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
          <MessageList messages={transcript} agentTitle={agentTitle} visitorName={visitorName} />
        </section>
      ))}
      <MessageList
        messages={messages}
        agentTitle={agentTitle}
        visitorName={visitorName}
        below={(message, index) =>
          message.role === 'agent' && <CorrectAnswer agentId={agentId} messages={messages} index={index} />
        }
      />
      {isTyping && (
        <p className={styles.faint} role="status">
          {t('visitorTyping')}
        </p>
      )}
    </div>
  );
}
