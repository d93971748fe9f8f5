import type { Message, Thumb } from '@antiphon/contract/events';
import { IconPaperclip, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { RelativeTime } from '../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../ui/states/status-badge.tsx';
import { citedParts } from './cited-text.ts';
import styles from './message-list.module.css';

interface MessageListProps<Said extends Message> {
  messages: Said[];
  agentTitle: string;
  /** Who the visitor said to be. */
  visitorName?: string | null;
  /** Stands under a message. */
  below?: (message: Said, index: number) => ReactNode;
}

/** What was said: the visitor at the start of the line, whoever answers at its end. */
export function MessageList<Said extends Message>({ messages, below, ...names }: MessageListProps<Said>) {
  return (
    <ol className={styles.list}>
      {messages.map((message, index) => (
        <li key={message.id} className={styles.message} data-role={message.role}>
          <div className={styles.who}>
            <Who message={message} {...names} />
            <RelativeTime date={message.createdAt} />
            <MessageStateBadge message={message} />
          </div>
          {message.text !== '' && (
            <div className={styles.bubble} data-text="content" dir="auto">
              {partsOf(message).map((part, at) =>
                typeof part === 'string' ? (
                  part
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name
                  <span key={at} className={styles.number} title={part.title}>
                    {part.number}
                  </span>
                ),
              )}
            </div>
          )}
          {message.attachments.map((file) => (
            <a key={file.id} href={file.url} className={styles.file} target="_blank" rel="noopener noreferrer">
              <IconPaperclip size={14} stroke={1.5} aria-hidden="true" />{' '}
              <span data-text="content" dir="auto">
                {file.name}
              </span>
            </a>
          ))}
          <Citations message={message} />
          {message.thumb && <GivenThumb thumb={message.thumb} />}
          {below?.(message, index)}
        </li>
      ))}
    </ol>
  );
}

/** Whoever is no agent may write such marks for anything. */
const partsOf = ({ role, text, citations }: Message) => (role === 'agent' ? citedParts(text, citations) : [text]);

function Who({
  message: { role, operator },
  agentTitle,
  visitorName,
}: Pick<MessageListProps<Message>, 'agentTitle' | 'visitorName'> & { message: Message }) {
  const t = useTexts('conversations');
  // Nobody says that somebody came or left.
  if (role === 'system') return null;
  const name = { visitor: visitorName, agent: agentTitle, operator: operator?.name }[role];
  if (!name) return <span>{t(`roles.${role}`)}</span>;
  return (
    <span className={styles.name} data-text="content" dir="auto">
      {name}
    </span>
  );
}

function MessageStateBadge({ message: { state, isUnknown } }: { message: Message }) {
  const t = useTexts('conversations');
  if (state === 'failed') return <StatusBadge tone="bad">{t('states.failed')}</StatusBadge>;
  if (state === 'stopped') return <StatusBadge tone="neutral">{t('states.stopped')}</StatusBadge>;
  if (state !== 'complete') {
    return (
      <StatusBadge tone="accent" isBusy>
        {t('states.writing')}
      </StatusBadge>
    );
  }
  return isUnknown ? <StatusBadge tone="warn">{t('states.notAnswered')}</StatusBadge> : null;
}

function Citations({ message: { citations } }: { message: Message }) {
  const t = useTexts('conversations');
  if (citations.length === 0) return null;
  return (
    <ol className={styles.citations} aria-label={t('one.sources')}>
      {citations.map(({ number, title, url, headingPath, excerpt }) => (
        <li key={number} title={excerpt} data-text="content">
          <span className={styles.number}>{number}</span>
          {url === null ? (
            <span data-text="content" dir="auto">
              {title}
            </span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer" data-text="content" dir="auto">
              {title}
            </a>
          )}
          {headingPath.length > 0 && headingPath.join() !== title && (
            <span className={styles.path} data-text="content" dir="auto">
              {headingPath.join(' / ')}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What the visitor thinks of the answer, with the reason and words that they gave. */
function GivenThumb({ thumb: { value, reason, comment } }: { thumb: Thumb }) {
  const t = useTexts('conversations');
  const Icon = value === 'up' ? IconThumbUp : IconThumbDown;
  return (
    <p className={styles.thumb} data-thumb={value}>
      <Icon size={14} stroke={1.5} aria-hidden="true" />
      <span>{reason === null ? t(`thumb.${value}`) : `${t(`thumb.${value}`)} · ${t(`thumb.${reason}`)}`}</span>
      {comment !== '' && (
        <span className={styles.thumbWords} data-text="content" dir="auto">
          {comment}
        </span>
      )}
    </p>
  );
}
