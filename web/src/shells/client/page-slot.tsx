import type { ClientPage } from '@antiphon/contract/client-pages';
import type { AgentId } from '@antiphon/contract/ids';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { clientPages } from './pages.tsx';

/** The page of the address. Another agent is another page: nothing of the one before stays in its fields. */
export function PageSlot() {
  const t = useTexts('client-shell');
  const { agentId, tab } = useParams({ strict: false }) as { agentId: AgentId; tab: string };
  const Shown = clientPages[`/${tab}` as ClientPage];
  if (!Shown)
    return (
      <Page>
        <EmptyState title={t('nothing')} description={t('nothingHint')} />
      </Page>
    );
  return (
    <Suspense
      fallback={
        <Page>
          <RowsSkeleton />
        </Page>
      }
    >
      <Shown key={agentId} agentId={agentId} />
    </Suspense>
  );
}
