import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { newMessage, type ShownMessage } from '../chat/timeline.ts';
import { ContactDone, ContactForm } from './contact-form.tsx';
import { HandoffLine } from './handoff-line.tsx';
import { Icon } from './icons.tsx';
import { MessageItem } from './message-item.tsx';
import { Rating } from './rating.tsx';
import { useChat } from './use-chat.ts';

const NEAR_END_PX = 64;

/** What is said within this time under one face has one time of day. */
const RUN_MS_MAX = 300_000;

const isSameRun = (one: ShownMessage, other: ShownMessage) =>
  one.role === other.role &&
  one.operator?.name === other.operator?.name &&
  Date.parse(other.createdAt) - Date.parse(one.createdAt) < RUN_MS_MAX;

/** The log. It follows its end while the reader is there, and leaves whoever scrolled up alone. */
export function MessageList() {
  const { chat, agent, messages, texts, isExhausted, ratingAfter, hasLeftContact, contactAfter } = useChat();
  const box = useRef<HTMLElement>(null);
  const isFollowing = useRef(true);
  const lastTop = useRef(0);
  const [isAway, setAway] = useState(false);

  const toEnd = (behavior: ScrollBehavior = 'instant') => {
    isFollowing.current = true;
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior });
  };
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
    // Whoever goes up leaves the end. A box that became smaller is further from it as well, and nobody left.
    if (isNear) isFollowing.current = true;
    else if (scrollTop < lastTop.current) isFollowing.current = false;
    lastTop.current = scrollTop;
    setAway(!isFollowing.current);
  };
  const lastOwn = messages.findLast((message) => message.role === 'visitor')?.id;
  useLayoutEffect(() => toEnd(), [lastOwn, ratingAfter, contactAfter]);
  useEffect(() => {
    const watch = new ResizeObserver(() => isFollowing.current && toEnd());
    watch.observe(box.current!);
    watch.observe(box.current!.firstElementChild!);
    return () => watch.disconnect();
  }, []);

  const greets = agent.greeting && messages[0]?.role !== 'agent';
  const shown = greets ? [newMessage('greeting', 'agent', agent.greeting), ...messages] : messages;
  const asked = shown.findIndex((message) => message.role === 'visitor');
  const hasAsked = asked >= 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <main className="chat-scroll" ref={box} onScroll={onScroll} tabIndex={0} aria-label={texts.messages}>
      <div className="chat-content">
        <div role="log" aria-live="off" aria-label={texts.messages}>
          <ol className="chat-log">
            {shown.map((message, at) => (
              <Fragment key={message.id}>
                <MessageItem
                  message={message}
                  isFirstOfRun={at === 0 || !isSameRun(shown[at - 1]!, message)}
                  isLastOfRun={at === shown.length - 1 || !isSameRun(message, shown[at + 1]!)}
                  isLast={at === shown.length - 1}
                  isAnswer={message.role === 'agent' && hasAsked && at > asked}
                />
                {hasLeftContact && message.id === contactAfter && (
                  <li className="chat-insert">
                    <ContactDone />
                  </li>
                )}
                {message.id === ratingAfter && (
                  <li className="chat-insert">
                    <Rating isLast={at === shown.length - 1} />
                  </li>
                )}
              </Fragment>
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
