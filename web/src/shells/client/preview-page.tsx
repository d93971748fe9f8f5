import { type ComponentType, useState } from 'react';
import { HomeSample } from '../../features/analytics/home-sample.tsx';
import { InboxSample } from '../../features/inbox/inbox-sample.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useBrand } from './brand.ts';
import { ClientLayout } from './client-layout.tsx';
import { pageIcons } from './page-icons.tsx';

const pages = ['/home', '/convos', '/leads', '/analytics'] as const;
/** The pages that there is a sample of. */
const sampled: readonly string[] = ['/home', '/convos'];
const WAITING = 2;

/** The dashboard's own pages with samples in them: the owner looks at the brand, nothing is read or sent. */
export function PreviewPage() {
  const t = useTexts('client-shell');
  const brand = useBrand();
  const [current, setCurrent] = useState<string>(pages[0]);
  if (!brand) return null;
  const nameOf = (page: (typeof pages)[number]) => t(`pages.${page.slice(1) as 'home'}`);
  return (
    <ClientLayout
      brand={brand}
      places={pages.map((page) => {
        const Icon: ComponentType<{ size: number; stroke: number }> = pageIcons[page];
        return {
          href: page,
          label: nameOf(page),
          icon: <Icon size={18} stroke={1.5} />,
          count: page === '/convos' ? WAITING : 0,
          isCurrent: page === current,
        };
      })}
      onGo={(href) => sampled.includes(href) && setCurrent(href)}
    >
      {current === '/home' && <HomeSample waiting={WAITING} onAnswer={() => setCurrent('/convos')} />}
      {current === '/convos' && <InboxSample title={nameOf('/convos')} agentTitle={brand.name} />}
    </ClientLayout>
  );
}
