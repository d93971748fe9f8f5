import type { ConversationDetail } from '@antiphon/contract/conversations';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { CorrectAnswer } from '../../knowledge/correct-answer.tsx';
import { MessageList } from '../../transcript/message-list.tsx';
import { ReplyTrace } from '../reply-trace.tsx';
import styles from './transcript.module.css';

/** What was said, with sources; under each reply, for members, the trace of how it was made. */
export function Transcript({
  conversation: { id, agentId, agentTitle, canTrace, transcript },
}: {
  conversation: ConversationDetail;
}) {
  const t = useTexts('conversations');
  if (transcript.length === 0) return <p className={styles.nothing}>{t('one.nothing')}</p>;
  return (
    <MessageList
      messages={transcript}
      agentTitle={agentTitle}
      below={(message, index) =>
        canTrace &&
        message.role === 'agent' &&
        index > 0 && (
          <>
            <CorrectAnswer agentId={agentId} messages={transcript} index={index} />
            <TraceToggle conversationId={id} agentId={agentId} messageId={message.id} />
          </>
        )
      }
    />
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
