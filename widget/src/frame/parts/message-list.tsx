import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newMessage, type ShownMessage } from '../chat/timeline.ts';
import { ContactForm } from './contact-form.tsx';
import { HandoffLine } from './handoff-line.tsx';
import { Icon } from './icons.tsx';
import { MessageItem } from './message-item.tsx';
import { Rating } from './rating.tsx';
import { useChat } from './use-chat.ts';

const NEAR_END_PX = 64;

const isSameSpeaker = (one: ShownMessage, other: ShownMessage) =>
  one.role === other.role && one.operator?.name === other.operator?.name;

/** The log. It follows its end while the reader is there, and leaves whoever scrolled up alone. */
export function MessageList({ isRating }: { isRating: boolean }) {
  const { chat, agent, messages, texts, isExhausted } = useChat();
  const box = useRef<HTMLElement>(null);
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);

  const toEnd = (behavior: ScrollBehavior = 'instant') => {
    isFollowing.current = true;
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior });
  };
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    isFollowing.current = isNear;
    setAway(!isNear);
  };
  const lastOwn = messages.findLast((message) => message.role === 'visitor')?.id;
  useLayoutEffect(() => toEnd(), [lastOwn, isRating]);
  useEffect(() => {
    const watch = new ResizeObserver(() => isFollowing.current && toEnd());
    watch.observe(box.current!);
    watch.observe(box.current!.firstElementChild!);
    return () => watch.disconnect();
  }, []);

  const greets = agent.greeting && messages[0]?.role !== 'agent';
  const shown = greets ? [newMessage('greeting', 'agent', agent.greeting), ...messages] : messages;
  const hasAsked = messages.some((message) => message.role === 'visitor');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <main className="chat-scroll" ref={box} onScroll={onScroll} tabIndex={0} aria-label={texts.messages}>
      <div className="chat-content">
        <div role="log" aria-live="off" aria-label={texts.messages}>
          <ol className="chat-log">
            {shown.map((message, at) => (
              <MessageItem
                key={message.id}
                message={message}
                isFirstOfRun={at === 0 || !isSameSpeaker(shown[at - 1]!, message)}
                isLast={at === shown.length - 1}
              />
            ))}
          </ol>
        </div>
        {!hasAsked && agent.suggestedQuestions.length > 0 && (
          <ul className="chat-suggestions" aria-label={texts.suggestions}>
            {agent.suggestedQuestions.map((question) => (
              <li key={question}>
                <button type="button" dir="auto" onClick={() => chat.send(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        )}
        <HandoffLine />
        {isExhausted && !hasAsked && agent.offersContact && (
          <div className="chat-exhausted">
            <p className="chat-note">{texts.limitReached}</p>
            <ContactForm />
          </div>
        )}
        {isRating && <Rating />}
      </div>
      {isAway && (
        <button type="button" className="chat-jump" onClick={() => toEnd('smooth')}>
          <Icon name="down" size={16} />
          {texts.jump}
        </button>
      )}
    </main>
  );
}
