import { Tabs } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { ConversationCalls } from '../../calls/conversation-calls.tsx';
import { ChatHead } from './chat-head.tsx';
import { ChatNotes } from './chat-notes.tsx';
import { ChatSummary } from './chat-summary.tsx';
import { ChatTags } from './chat-tags.tsx';
import { ChatThread } from './chat-thread.tsx';
import { ChatVisitor } from './chat-visitor.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import styles from './inbox.module.css';
import { LeftMessage } from './left-message.tsx';
import { ReplyPlace } from './reply-place.tsx';
import { useInboxChat } from './use-inbox-chat.ts';
import { useSeen } from './use-seen.ts';

interface InboxChatProps {
  id: string;
  onClose: () => void;
  /** The operator has just taken it over: they write at once. */
  isJustClaimed: boolean;
  onClaimed: () => void;
}

const TOP_BAR_PX = 56;

/** Than what the window shows of it, as on a phone: then whoever answers sees what was said last, and the reply. */
const isHigher = (shown: HTMLElement) => shown.offsetHeight > window.innerHeight - TOP_BAR_PX;

/** One conversation as its operator has it: what is said, what can be said, and what only colleagues see. */
export function InboxChat({ id, onClose, isJustClaimed, onClaimed }: InboxChatProps) {
  const t = useTexts('inbox');
  const { read, transcript, isTyping, reload } = useInboxChat(id);
  const [tab, setTab] = useState<string | null>('chat');
  const { data } = read;
  const section = useRef<HTMLElement>(null);
  const isMine = data?.isMine;
  useEffect(() => {
    const shown = section.current;
    shown?.scrollIntoView({ block: isMine && isHigher(shown) ? 'end' : 'nearest' });
    if (!shown || !isMine) return;
    let height = shown.offsetHeight;
    // The files of a reply make it higher, too.
    const observer = new ResizeObserver(() => {
      const hasGrown = shown.offsetHeight > height;
      height = shown.offsetHeight;
      const isReplying = Boolean(document.activeElement?.closest('[data-composer]'));
      if (hasGrown && isReplying && isHigher(shown)) shown.scrollIntoView({ block: 'end' });
    });
    observer.observe(shown);
    return () => observer.disconnect();
  }, [isMine]);
  useSeen(id, data?.isUnread === true, transcript.length);
  if (read.isPending) return <RowsSkeleton rows={4} />;
  if (!data)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(read.error)} onRetry={() => void read.refetch()} />;
  return (
    <section ref={section} className={styles.chat} aria-label={t('conversation')}>
      <ChatHead conversation={data} onClose={onClose} onChanged={reload} onClaimed={onClaimed} />
      <LeftMessage conversation={data} />
      <ConversationCalls id={id} />
      <Tabs value={tab} onChange={setTab} keepMounted={false} className={styles.tabs}>
        <Tabs.List className="scroll-hint">
          <Tabs.Tab value="chat">{t('tabs.chat')}</Tabs.Tab>
          <Tabs.Tab value="notes">{t('tabs.notes', { count: data.notes.length })}</Tabs.Tab>
          <Tabs.Tab value="summary">{t('tabs.summary')}</Tabs.Tab>
          <Tabs.Tab value="visitor">{t('tabs.visitor')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="chat" pt="sm">
          <ChatTags id={id} tags={data.tags} onSaved={reload} />
          <ChatThread
            earlier={data.earlier}
            messages={transcript}
            isTyping={isTyping}
            agentTitle={data.agentTitle}
            agentId={data.agentId}
            visitorName={data.contactName || data.nameOnPage}
          />
          <DeliveryLine conversation={data} messages={transcript} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <ChatNotes id={id} notes={data.notes} onSaved={reload} />
        </Tabs.Panel>
        <Tabs.Panel value="summary">
          <ChatSummary id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="visitor">
          <ChatVisitor id={id} />
        </Tabs.Panel>
      </Tabs>
      {data.isMine && tab === 'chat' && <ReplyPlace conversation={data} isFocused={isJustClaimed} onChanged={reload} />}
    </section>
  );
}
