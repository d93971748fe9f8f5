import { isClientPage, nameOfPage } from '@antiphon/contract/client-pages';
import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { currentRegion } from '../../api.ts';
import { useClient } from '../../features/client-sessions/use-client.ts';
import { useClientAsMember } from '../../features/client-sessions/use-client-as-member.ts';
import { useInboxCounts } from '../../features/inbox/use-inbox-counts.ts';
import { useSignals } from '../../features/signals/use-signals.ts';
import { MeSource } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { TitleCount } from '../../ui/page/title-count.ts';
import { TopBarSlot, TopBarSlotProvider } from '../../ui/page/top-bar-slot.tsx';
import { AgentSwitcher } from './agent-switcher.tsx';
import { BarTools } from './bar-tools.tsx';
import { useBrand } from './brand.ts';
import layout from './client-layout.module.css';
import { ClientLayout } from './client-layout.tsx';
import { ClientPanels } from './client-panels.tsx';
import { pathOfPage } from './client-paths.ts';
import { CreditsOut } from './credits-out.tsx';
import { OrgSwitcher } from './org-switcher.tsx';
import { pageIcons } from './page-icons.tsx';
import { shownPages } from './shown-pages.ts';
import { TabIcon } from './tab-icon.tsx';
import { useArriving } from './use-arriving.ts';
import { usePanel } from './use-panel.ts';
import { ViewingBanner } from './viewing-banner.tsx';

const BlockedScreen = lazy(async () => ({
  default: (await import('../../features/client-sessions/blocked-screen.tsx')).BlockedScreen,
}));

/** The signed-in dashboard: the bar, the allowed pages, the page that is open; or that access is blocked, and nothing else. */
export function ClientShell() {
  const me = useClient();
  const brand = useBrand();
  useArriving(me);
  if (!brand) return null;
  if (me.isBlocked)
    return (
      <ClientLayout brand={brand} hasFooter={false} banner={<ViewingBanner me={me} />}>
        <Suspense>
          <BlockedScreen message={me.isBlocked.message} />
        </Suspense>
      </ClientLayout>
    );
  return (
    <MeSource value={useClientAsMember}>
      <TopBarSlotProvider>
        <Dashboard />
      </TopBarSlotProvider>
    </MeSource>
  );
}

/** The one of the address. On a page that is of no agent, the one that was there before. */
function useAgentId(me: ClientMe): string {
  const { agentId } = useParams({ strict: false }) as { agentId?: string };
  const [last, setLast] = useState(agentId);
  if (agentId !== undefined && agentId !== last) setLast(agentId);
  return agentId ?? (me.agents.find(({ ID }) => ID === last) ?? me.agents[0])?.ID ?? '';
}

function Dashboard() {
  const t = useTexts('client-shell');
  const me = useClient();
  const brand = useBrand();
  const router = useRouter();
  const { pathname } = useLocation();
  const { show } = usePanel();
  const open = useInboxCounts(useSignals)?.open ?? 0;
  const agentId = useAgentId(me);
  if (!brand) return null;
  const places = shownPages(me.pages).map((page) => {
    const href = pathOfPage(currentRegion(), agentId, page);
    if (!isClientPage(page)) {
      const tab = me.tabs.find((one) => one.href === page);
      const isCurrent = decodeURIComponent(pathname) === href;
      return { href, label: tab?.label ?? page, icon: <TabIcon url={tab?.iconUrl ?? ''} />, isOwn: true, isCurrent };
    }
    const Icon = pageIcons[page];
    return {
      href,
      label: t(`pages.${nameOfPage(page)}`),
      icon: <Icon size={18} stroke={1.5} aria-hidden="true" />,
      count: page === '/convos' ? open : 0,
      isCurrent: pathname === href || pathname.startsWith(`${href}/`),
    };
  });
  return (
    <>
      <ClientLayout
        brand={brand}
        places={places}
        layout={me.org?.dashboardLayout ?? 'vertical'}
        hasFooter={false}
        onGo={(href) => router.history.push(href)}
        banner={me.openedBy === null ? undefined : <ViewingBanner me={me} />}
        barStart={
          <>
            {me.org && <OrgSwitcher org={me.org} me={me} />}
            {me.agents.length > 0 && (
              <AgentSwitcher
                agents={me.agents}
                agentId={agentId}
                pages={shownPages(me.pages)}
                onNew={me.abilities.canCreateAgents ? () => show('new-agent') : undefined}
              />
            )}
          </>
        }
        barEnd={<BarTools me={me} agentId={agentId} />}
      >
        <CreditsOut me={me} />
        <TopBarSlot className={layout.slot ?? ''} />
        <TitleCount value={open}>
          <Outlet />
        </TitleCount>
      </ClientLayout>
      <ClientPanels me={me} />
    </>
  );
}
