import { lazy } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { useMay } from '../workspaces/use-workspace.ts';
import { OneAgent, useChangeSearch, useConversationsSearch } from './conversation-place.ts';
import { AllConversations } from './parts/all-conversations.tsx';
import { useFirstView } from './parts/use-first-view.ts';
import { ViewTabs } from './parts/view-tabs.tsx';

interface ConversationsPageProps {
  /** Of this one agent alone; the inbox is of all that whoever looks may answer for. */
  agentId?: string;
}

/** A page of its own: of all agents, or in a client's dashboard of one, with the inbox beside it. */
export function ConversationsPage({ agentId }: ConversationsPageProps) {
  const t = useTexts('sessions');
  const { view } = useConversationsSearch();
  const change = useChangeSearch();
  const mayReply = useMay('conversations.reply');
  const isOfOne = agentId !== undefined;
  const isUndecided = useFirstView(isOfOne && mayReply);
  return (
    <OneAgent value={agentId ?? null}>
      {view === 'inbox' && mayReply ? (
        <InboxView />
      ) : (
        <Page>
          <PageHeader title={isOfOne ? t('ofOne') : t('title')}>{isOfOne && mayReply && <ViewTabs />}</PageHeader>
          {isUndecided ? (
            <RowsSkeleton />
          ) : (
            <AllConversations onTakenOver={(chat) => change(() => ({ view: 'inbox', chat }))} />
          )}
        </Page>
      )}
    </OneAgent>
  );
}

const InboxView = lazy(() => import('./parts/inbox-view.tsx').then(({ InboxView }) => ({ default: InboxView })));
