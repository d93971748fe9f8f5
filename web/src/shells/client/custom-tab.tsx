import type { ClientTab } from '@antiphon/contract/agency-tabs';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { query, toProblem } from '../../api.ts';
import { useClient } from '../../features/client-sessions/use-client.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { isFrameAllowed } from './brand.ts';
import { TabFrame } from './tab-frame.tsx';

/** The custom tab of the address. */
export function CustomTab() {
  const me = useClient();
  const { _splat } = useParams({ strict: false }) as { _splat?: string };
  const tab = me.tabs.find(({ href }) => href === `/${_splat}`);
  useDocumentTitle(tab?.label ?? '');
  if (!tab) return null;
  return tab.pageType === 'html' ? <HtmlTab key={tab.ID} tab={tab} /> : <IframeTab key={tab.ID} tab={tab} />;
}

/** Its address is good for minutes: it is asked for when the tab opens, and never again while it is open. */
function HtmlTab({ tab }: { tab: ClientTab }) {
  const t = useTexts('client-shell');
  const page = useQuery({
    ...query.agencyTabs.getOwnPage.queryOptions({ input: { tabId: tab.ID } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isRefreshNoticed: true },
  });
  if (page.isPending) return <Waiting />;
  if (page.isError)
    return (
      <Page>
        <LoadFailure title={t('tabFailed')} problem={toProblem(page.error)} onRetry={() => void page.refetch()} />
      </Page>
    );
  return <TabFrame tab={tab} url={page.data.url} />;
}

const RELOADS_MAX = 3;
const reloadsOf = (id: string) => `tab-reloads-${id}`;

/** A page that was loaded before the tab was added lets nothing of it in: it is loaded anew. */
function IframeTab({ tab }: { tab: ClientTab }) {
  const isAllowed = isFrameAllowed(URL.parse(tab.iframeUrl)?.origin ?? '');
  const [reloads] = useState(() => Number(sessionStorage.getItem(reloadsOf(tab.ID))));
  useEffect(() => {
    if (isAllowed) return sessionStorage.removeItem(reloadsOf(tab.ID));
    if (reloads >= RELOADS_MAX) return;
    sessionStorage.setItem(reloadsOf(tab.ID), String(reloads + 1));
    // What the server knows of a host may be a second old.
    const timer = window.setTimeout(() => window.location.reload(), reloads * 1_000);
    return () => window.clearTimeout(timer);
  }, [isAllowed, reloads, tab.ID]);
  return isAllowed || reloads >= RELOADS_MAX ? <TabFrame tab={tab} url={tab.iframeUrl} /> : <Waiting />;
}

const Waiting = () => (
  <Page>
    <RowsSkeleton />
  </Page>
);
