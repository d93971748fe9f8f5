import type { Agency } from '@antiphon/contract/agencies';
import type { AgencyTab } from '@antiphon/contract/agency-tabs';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { query, toProblem } from '../../api.ts';
import { brandOf } from '../../features/agencies/preview-brand.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page/page-header.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../ui/states/skeletons.tsx';
import { showDraft } from './brand.ts';
import { PreviewPage } from './preview-page.tsx';
import { TabFrame } from './tab-frame.tsx';

const uid = (new URLSearchParams(window.location.search).get('uid') ?? '') as WorkspaceUid;

/** An agency that has no host yet looks at its clients' dashboard here, as a member of the workspace. */
export function PreviewScreen() {
  const t = useTexts('client-shell');
  const view = useQuery({ ...query.agencies.get.queryOptions({ input: { uid } }), retry: false });
  if (view.isPending) return <Waiting />;
  if (view.isError)
    return (
      <Page>
        <LoadFailure title={t('tabFailed')} problem={toProblem(view.error)} onRetry={() => void view.refetch()} />
      </Page>
    );
  return view.data.agency && <Preview agency={view.data.agency} />;
}

function Preview({ agency }: { agency: Agency }) {
  const { _splat } = useParams({ strict: false }) as { _splat?: string };
  const { customCSS } = agency;
  const scoped = useQuery({
    ...query.agencies.cleanCss.queryOptions({ input: { uid, css: customCSS } }),
    enabled: customCSS.trim() !== '',
  });
  useEffect(() => showDraft(brandOf(agency), scoped.data?.css ?? ''), [agency, scoped.data]);
  return (
    <PreviewPage
      tabs={agency.customTabs}
      start={_splat ? `/${_splat}` : undefined}
      pageOf={(tab) => <PreviewTab key={tab.ID} tab={tab} />}
    />
  );
}

function PreviewTab({ tab }: { tab: AgencyTab }) {
  const t = useTexts('client-shell');
  const isHtml = tab.pageType === 'html';
  const page = useQuery({
    ...query.agencyTabs.getPage.queryOptions({ input: { uid, tabId: tab.ID } }),
    enabled: isHtml,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!isHtml) return <TabFrame tab={tab} url={tab.iframeUrl} />;
  if (page.isPending) return <Waiting />;
  if (page.isError)
    return (
      <Page>
        <LoadFailure title={t('tabFailed')} problem={toProblem(page.error)} onRetry={() => void page.refetch()} />
      </Page>
    );
  return <TabFrame tab={tab} url={page.data.url} />;
}

const Waiting = () => (
  <Page>
    <RowsSkeleton />
  </Page>
);
