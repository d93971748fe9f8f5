import type { Message } from '@antiphon/contract/events';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ReplyTrace } from '../reply-trace.tsx';
import styles from './transcript.module.css';

const roles = { visitor: 'Visitor', agent: 'Agent', operator: 'Operator', system: 'System' };

/** What was said, with sources; under each reply the trace of how it was made. */
export function Transcript({ conversationId, messages }: { conversationId: string; messages: Message[] }) {
  if (messages.length === 0) return <p className={styles.nothing}>Nothing was said yet.</p>;
  return (
    <ol className={styles.list}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message} data-role={message.role}>
          <div className={styles.who}>
            <span>{roles[message.role]}</span>
            <RelativeTime date={message.createdAt} />
            <MessageStateBadge message={message} />
          </div>
          {message.text !== '' && <div className={styles.bubble}>{message.text}</div>}
          {message.attachments.map((file) => (
            <a key={file.id} href={file.url} className={styles.file} target="_blank" rel="noopener noreferrer">
              <IconPaperclip size={14} stroke={1.5} aria-hidden="true" /> {file.name}
            </a>
          ))}
          <Citations message={message} />
          {message.role === 'agent' && messages.indexOf(message) > 0 && (
            <TraceToggle conversationId={conversationId} messageId={message.id} />
          )}
        </li>
      ))}
    </ol>
  );
}

function MessageStateBadge({ message: { state, isUnknown } }: { message: Message }) {
  if (state === 'failed') return <StatusBadge tone="bad">Failed</StatusBadge>;
  if (state === 'stopped') return <StatusBadge tone="neutral">Stopped</StatusBadge>;
  if (state !== 'complete') {
    return (
      <StatusBadge tone="accent" isBusy>
        Writing
      </StatusBadge>
    );
  }
  return isUnknown ? <StatusBadge tone="warn">Not answered</StatusBadge> : null;
}

function Citations({ message: { citations } }: { message: Message }) {
  if (citations.length === 0) return null;
  return (
    <ol className={styles.citations} aria-label="Sources">
      {citations.map(({ number, title, url, headingPath, excerpt }) => (
        <li key={number} title={excerpt}>
          <span className={styles.number}>{number}</span>
          {url === null ? (
            <span>{title}</span>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
          )}
          {headingPath.length > 0 && <span className={styles.path}>{headingPath.join(' / ')}</span>}
        </li>
      ))}
    </ol>
  );
}

function TraceToggle({ conversationId, messageId }: { conversationId: string; messageId: string }) {
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
        {isOpen ? 'Hide how it was made' : 'How it was made'}
      </Button>
      {isOpen && (
        <div className={styles.trace}>
          <ReplyTrace conversationId={conversationId} messageId={messageId} />
        </div>
      )}
    </>
  );
}
