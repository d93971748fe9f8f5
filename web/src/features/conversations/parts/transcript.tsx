import type { ConversationDetail } from '@antiphon/contract/conversations';
import type { Message } from '@antiphon/contract/events';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { RelativeTime } from '../../../ui/format/relative-time.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { ReplyTrace } from '../reply-trace.tsx';
import styles from './transcript.module.css';

/** What was said, with sources; under each reply, for members, the trace of how it was made. */
export function Transcript({
  conversation: { id, agentId, canTrace, transcript: messages },
}: {
  conversation: ConversationDetail;
}) {
  const t = useTexts('conversations');
  if (messages.length === 0) return <p className={styles.nothing}>{t('one.nothing')}</p>;
  return (
    <ol className={styles.list}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message} data-role={message.role}>
          <div className={styles.who}>
            <span>{t(`roles.${message.role}`)}</span>
            <RelativeTime date={message.createdAt} />
            <MessageStateBadge message={message} />
          </div>
          {message.text !== '' && (
            <div className={styles.bubble} data-text="content" dir="auto">
              {message.text}
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
          {canTrace && message.role === 'agent' && messages.indexOf(message) > 0 && (
            <TraceToggle conversationId={id} agentId={agentId} messageId={message.id} />
          )}
        </li>
      ))}
    </ol>
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
          {headingPath.length > 0 && (
            <span className={styles.path} data-text="content" dir="auto">
              {headingPath.join(' / ')}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function TraceToggle(props: { conversationId: string; agentId: string; messageId: string }) {
  const t = useTexts('conversations');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        fz={12}
        className={styles.traceToggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('trace.hide') : t('trace.show')}
      </Button>
      {isOpen && (
        <div className={styles.trace}>
          <ReplyTrace {...props} />
        </div>
      )}
    </>
  );
}
