import type { InboxItem } from '@antiphon/contract/handoffs';
import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { ListSearch } from '../../ui/lists/list-filters.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import styles from './parts/inbox.module.css';
import { InboxList } from './parts/inbox-list.tsx';

const MINUTE_MS = 60_000;

/** The inbox with a few visitors who might stand in it: nothing is read. */
export function InboxSample({ title, agentTitle }: { title: string; agentTitle: string }) {
  const t = useTexts('inbox');
  const [openId, setOpenId] = useState<string>();
  const [search, setSearch] = useState<string>();
  const items = sampleItems(new Date(), agentTitle, [t('sample.first'), t('sample.second'), t('sample.third')]);
  const wanted = search?.toLowerCase() ?? '';
  return (
    <Page>
      <PageHeader title={title}>
        <ListSearch label={t('filters.search')} value={search} onSearch={setSearch} />
      </PageHeader>
      <div className={styles.inbox}>
        <InboxList
          items={items.filter((item) => `${item.contactName} ${item.lastMessage}`.toLowerCase().includes(wanted))}
          openId={openId}
          onOpen={setOpenId}
          more={null}
        />
      </div>
    </Page>
  );
}

function sampleItems(now: Date, agentTitle: string, said: string[]): InboxItem[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
  const item = (index: number, minutes: number, change: Partial<InboxItem>): InboxItem => ({
    id: `cnv_sample${index}` as ConversationId,
    agentId: 'agt_sample' as AgentId,
    agentTitle,
    state: 'bot',
    inboxState: 'open',
    openedAt: ago(minutes),
    waitingSince: null,
    activityAt: ago(minutes),
    isMissed: false,
    isUnread: false,
    operator: null,
    snoozedUntil: null,
    closedAt: null,
    closedBy: null,
    isVisitorHere: false,
    visitorSeenAt: ago(minutes),
    readAt: null,
    repliedAt: null,
    isUndelivered: false,
    emailedAt: null,
    lang: '',
    lastMessage: said[index] ?? '',
    lastMessageAt: ago(minutes),
    contactName: '',
    contactEmail: null,
    contactMessage: '',
    nameOnPage: '',
    leftAt: null,
    channel: null,
    environment: 'live',
    tags: [],
    ...change,
  });
  return [
    item(0, 2, { contactName: 'Maria Silva', state: 'waiting', isUnread: true, isVisitorHere: true }),
    item(1, 18, { contactName: 'Jonas Weber', contactEmail: 'jonas@example.com', leftAt: ago(18), isUnread: true }),
    item(2, 45, { contactName: 'Amélie Laurent', isMissed: true }),
  ];
}
