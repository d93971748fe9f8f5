import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { sayLine } from '../chat/sentences.ts';
import { isOwed, isSettled, type ShownMessage } from '../chat/timeline.ts';
import { Markdown } from '../markdown.tsx';
import { safeHref } from '../safe-href.ts';
import { Avatar } from './avatar.tsx';
import { CitationMark, ExcerptContext } from './citation-mark.tsx';
import { ContactForm } from './contact-form.tsx';
import { Icon } from './icons.tsx';
import { Thumbs } from './thumbs.tsx';
import { useChat } from './use-chat.ts';

/** Nobody should wait for longer than ten seconds without a word. */
const SLOW_AFTER_MS = 8_000;

/** With the day where that is not today. */
function sayTime(instant: string, lang: string): string {
  const time = new Date(instant);
  const day = time.toDateString() === new Date().toDateString() ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(lang, { ...day, hour: 'numeric', minute: '2-digit' }).format(time);
}

export const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const fileHref = (url: string) => (url.startsWith('/') ? url : (safeHref(url) ?? undefined));

/** Until the first word comes; where that takes long, a sentence says so. */
function Dots() {
  const { texts, lang } = useChat();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      import('../slow/say-slow.ts')
        .then(({ saySlow }) => place.current && saySlow(place.current, lang))
        .catch(() => {});
    }, SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <span className="chat-dots" role="img" aria-label={texts.thinking}>
        <i />
        <i />
        <i />
      </span>
      <span ref={place} role="status" />
    </>
  );
}

function Body({ message }: { message: ShownMessage }) {
  const { agent } = useChat();
  if (message.role === 'visitor') return <>{message.text}</>;
  if (!message.text && isOwed(message)) return <Dots />;
  return (
    <Markdown
      text={message.text}
      citations={message.citations}
      isStreaming={message.state === 'streaming' || message.state === 'queued'}
      hasMarks={agent.showSources}
    />
  );
}

interface MessageItemProps {
  message: ShownMessage;
  isFirstOfRun: boolean;
  isLastOfRun: boolean;
  isLast: boolean;
  /** It answers something: a greeting does not. */
  isAnswer: boolean;
}

export function MessageItem(props: MessageItemProps) {
  const { texts } = useChat();
  const { message } = props;
  if (message.role !== 'system' || !message.operator) return <SaidMessage {...props} />;
  return (
    <li className="chat-line">
      <p className="chat-note chat-handoff" dir="auto">
        {sayLine(texts, message)}
      </p>
    </li>
  );
}

/** One message with what belongs to it: files, sources, what went wrong, the offer of a person. */
function SaidMessage({ message, isFirstOfRun, isLastOfRun, isLast, isAnswer }: MessageItemProps) {
  const { chat, agent, texts, lang, handoff } = useChat();
  const [shown, show] = useState(0);
  const id = useId();
  const excerpt = message.citations.find((one) => one.number === shown);
  const isVisitor = message.role === 'visitor';
  // While somebody is on the way, or is there, there is nothing to leave.
  const isOffered = message.isUnknown || message.offersPerson || message.offersContact;
  const offers = isOffered && agent.offersContact && isLast && handoff === 'bot';
  const hasBubble = message.text || !message.attachments.length;
  const isEmptyEnd = !message.text && (message.state === 'failed' || message.state === 'stopped');
  return (
    <li className={`chat-message chat-message-${isVisitor ? 'visitor' : 'agent'}`} data-state={message.state}>
      {!isVisitor && (
        <span className="chat-aside">{isFirstOfRun && <Avatar size={28} person={message.operator} />}</span>
      )}
      <ExcerptContext.Provider value={{ shown, id, show }}>
        <div className="chat-stack">
          {isFirstOfRun && message.operator && (
            <p className="chat-note" dir="auto">
              {message.operator.name}
            </p>
          )}
          {hasBubble && !isEmptyEnd && (
            <div className="chat-bubble" dir="auto">
              <Body message={message} />
            </div>
          )}
          {message.attachments.map((file) => (
            <a key={file.id} className="chat-file" href={fileHref(file.url)} target="_blank" rel="noopener noreferrer">
              <Icon name="file" />
              <span className="chat-file-name">{file.name}</span>
              <span className="chat-faint">{sizeText(file.bytes)}</span>
            </a>
          ))}
          {agent.showSources && message.state === 'complete' && message.citations.length > 0 && (
            <ul className="chat-sources" aria-label={texts.sources}>
              {message.citations.map((citation) => (
                <li key={citation.number}>
                  <CitationMark citation={citation} isLong />
                </li>
              ))}
            </ul>
          )}
          {excerpt && (
            <div className="chat-excerpt" id={id} dir="auto">
              <strong>{excerpt.title}</strong>
              {excerpt.excerpt}
            </div>
          )}
          {message.state === 'stopped' && <p className="chat-note">{texts.stopped}</p>}
          {message.state === 'failed' && (
            <p className="chat-note chat-problem" role="alert">
              {message.problem ?? texts.failed}
              {(message.canRetry || (message.canAskAgain && isLast)) && (
                <button type="button" className="chat-link" onClick={() => chat.retry(message)}>
                  <Icon name="retry" size={14} />
                  {texts.retry}
                </button>
              )}
            </p>
          )}
          {message.id !== 'greeting' && isSettled(message) && (
            <div className="chat-foot">
              {isLastOfRun && (
                <time className="chat-note chat-time" dateTime={message.createdAt}>
                  {sayTime(message.createdAt, lang)}
                </time>
              )}
              {isAnswer && message.text && message.state !== 'failed' && <Thumbs message={message} />}
            </div>
          )}
          {offers && <ContactForm isOpenAtOnce={message.offersPerson === true} />}
        </div>
      </ExcerptContext.Provider>
    </li>
  );
}
