import type { AgencyTab } from '@antiphon/contract/agency-tabs';
import { nameOfPage } from '@antiphon/contract/client-pages';
import { type ComponentType, type ReactNode, useState } from 'react';
import { HomeSample } from '../../features/analytics/home-sample.tsx';
import { InboxSample } from '../../features/inbox/inbox-sample.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useBrand } from './brand.ts';
import { ClientLayout } from './client-layout.tsx';
import { pageIcons } from './page-icons.tsx';
import { TabIcon } from './tab-icon.tsx';

const pages = ['/home', '/convos', '/leads', '/analytics'] as const;
/** The pages that there is a sample of. */
const sampled: readonly string[] = ['/home', '/convos'];
const WAITING = 2;

interface PreviewPageProps {
  /** The agency's own, after the others; none where unsaved looks are shown. */
  tabs?: readonly AgencyTab[];
  /** Its `href`, where a custom tab is shown first. */
  start?: string | undefined;
  pageOf?: (tab: AgencyTab) => ReactNode;
}

/** The dashboard's own pages with samples in them: the owner looks at the brand, nothing of anybody is read or sent. */
export function PreviewPage({ tabs = [], start, pageOf }: PreviewPageProps) {
  const t = useTexts('client-shell');
  const brand = useBrand();
  const [current, setCurrent] = useState<string>(start ?? pages[0]);
  if (!brand) return null;
  const nameOf = (page: (typeof pages)[number]) => t(`pages.${nameOfPage(page)}`);
  const own = tabs.find(({ href }) => href === current);
  const shown = pages.map((page) => {
    const Icon: ComponentType<{ size: number; stroke: number }> = pageIcons[page];
    const count = page === '/convos' ? WAITING : 0;
    return { href: page as string, label: nameOf(page), icon: <Icon size={18} stroke={1.5} />, count };
  });
  const added = tabs.map(({ href, label, iconUrl }) => ({ href, label, icon: <TabIcon url={iconUrl} />, isOwn: true }));
  return (
    <ClientLayout
      brand={brand}
      places={[...shown, ...added].map((place) => ({ ...place, isCurrent: place.href === current }))}
      hasFooter={own === undefined}
      onGo={(href) => (sampled.includes(href) || tabs.some((tab) => tab.href === href)) && setCurrent(href)}
    >
      {current === '/home' && <HomeSample waiting={WAITING} onAnswer={() => setCurrent('/convos')} />}
      {current === '/convos' && <InboxSample title={nameOf('/convos')} agentTitle={brand.name} />}
      {own && pageOf?.(own)}
    </ClientLayout>
  );
}
