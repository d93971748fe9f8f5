import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useInboxPlace } from '../inbox-place.ts';
import { ChatNotes } from './chat-notes.tsx';
import { ChatSummary } from './chat-summary.tsx';
import { ChatTags } from './chat-tags.tsx';
import { ChatThread } from './chat-thread.tsx';
import styles from './inbox.module.css';
import { LeftMessage } from './left-message.tsx';
import { ReplyComposer } from './reply-composer.tsx';
import { useInboxChat } from './use-inbox-chat.ts';

/** One conversation as its operator has it: what is said, what can be said, and what only colleagues see. */
export function InboxChat({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('inbox');
  const { uid } = useInboxPlace();
  const { read, transcript, isTyping, reload } = useInboxChat(id);
  const [tab, setTab] = useState<string | null>('chat');
  const claim = useMutation({
    mutationFn: () => api.handoffs.claim({ uid, conversationId: id }),
    meta: { failure: t('claimFailed') },
    onSettled: reload,
  });
  const giveBack = useMutation({
    mutationFn: () => api.handoffs.giveBack({ uid, conversationId: id }),
    meta: { success: t('givenBack'), failure: t('giveBackFailed') },
    onSettled: reload,
  });
  const { data } = read;
  const section = useRef<HTMLElement>(null);
  const isMine = data?.isMine;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that opens, and its reply, come into sight.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [isMine]);
  if (read.isPending) return <RowsSkeleton rows={4} />;
  if (!data)
    return <LoadFailure title={t('loadFailed')} problem={toProblem(read.error)} onRetry={() => void read.refetch()} />;
  return (
    <section ref={section} className={styles.chat} aria-label={t('conversation')}>
      <header className={styles.chatHead}>
        <h2 className={styles.chatName} data-text="content" dir="auto">
          {data.contactName || data.contactEmail || data.agentTitle}
        </h2>
        {data.isMine && (
          <Button
            size="xs"
            variant="default"
            className={styles.chatAction}
            loading={giveBack.isPending}
            onClick={() => giveBack.mutate()}
          >
            {t('giveBack')}
          </Button>
        )}
        {data.canClaim && (
          <Button size="xs" className={styles.chatAction} loading={claim.isPending} onClick={() => claim.mutate()}>
            {t('claim')}
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </header>
      {data.state === 'held' && !data.isMine && (
        <p className={styles.faint}>{t('heldBy', { name: data.operator?.name ?? '' })}</p>
      )}
      <LeftMessage conversation={data} onClosed={reload} />
      <Tabs value={tab} onChange={setTab} keepMounted={false} className={styles.tabs}>
        <Tabs.List>
          <Tabs.Tab value="chat">{t('tabs.chat')}</Tabs.Tab>
          <Tabs.Tab value="notes">{t('tabs.notes', { count: data.notes.length })}</Tabs.Tab>
          <Tabs.Tab value="summary">{t('tabs.summary')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="chat" pt="sm">
          <ChatTags id={id} tags={data.tags} onSaved={reload} />
          <ChatThread earlier={data.earlier} messages={transcript} isTyping={isTyping} agentTitle={data.agentTitle} />
        </Tabs.Panel>
        <Tabs.Panel value="notes">
          <ChatNotes id={id} notes={data.notes} onSaved={reload} />
        </Tabs.Panel>
        <Tabs.Panel value="summary">
          <ChatSummary id={id} />
        </Tabs.Panel>
      </Tabs>
      {data.isMine && tab === 'chat' && <ReplyComposer id={id} minutes={data.giveBackMinutes} />}
    </section>
  );
}
