import type { Brand } from '@antiphon/contract/agency-themes';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { OfflineBanner } from '../../ui/states/offline-banner.tsx';
import { ClientBar } from './client-bar.tsx';
import { ClientFooter } from './client-footer.tsx';
import styles from './client-layout.module.css';

/** One page of the dashboard, in the order in which the client is shown them. */
export interface ClientPlace {
  href: string;
  label: string;
  icon: ReactNode;
  /** What waits there. */
  count?: number;
  isCurrent: boolean;
  /** The agency gave it its name. */
  isOwn?: boolean;
}

interface ClientLayoutProps {
  brand: Brand;
  children: ReactNode;
  /** None outside of the dashboard. */
  places?: readonly ClientPlace[];
  /** Of the org: pages at the side, or in a line under the bar. A phone has the line in both. */
  layout?: 'vertical' | 'horizontal';
  /** Switchers after the logo; switches, notifications and the profile at the end. */
  barStart?: ReactNode;
  barEnd?: ReactNode;
  /** Left out under the paths of the dashboard. */
  hasFooter?: boolean;
  onGo?: (href: string) => void;
  /** Over everything, such as whose dashboard this is. */
  banner?: ReactNode;
}

const COUNT_MAX = 99;

/** Layout 3: the sticky bar, the pages, and the agency's footer. */
export function ClientLayout(props: ClientLayoutProps) {
  const { brand, children, places = [], layout = 'vertical', barStart, barEnd, hasFooter = true, onGo, banner } = props;
  const t = useTexts('client-shell');
  // The agency's own style sheet is for the dashboard: nobody signs in under it.
  const isDashboard = places.length > 0;
  return (
    <div className={styles.page} data-banner={banner ? true : undefined}>
      {banner && <div className={styles.above}>{banner}</div>}
      <div className={isDashboard ? styles.bounds : undefined}>
        <div
          className={styles.shell}
          data-layout={isDashboard ? layout : undefined}
          data-agency-css={isDashboard || undefined}
        >
          <a href="#content" className={styles.skip}>
            {t('skip')}
          </a>
          <div className={styles.top}>
            <ClientBar brand={brand} start={barStart} end={barEnd} />
          </div>
          {places.length > 0 && <Places places={places} onGo={onGo} />}
          <main id="content" tabIndex={-1} className={styles.main}>
            <OfflineBanner />
            {children}
          </main>
          {hasFooter && <ClientFooter brand={brand} />}
        </div>
      </div>
    </div>
  );
}

function Places({ places, onGo }: Pick<ClientLayoutProps, 'onGo'> & { places: readonly ClientPlace[] }) {
  const t = useTexts('client-shell');
  const line = useRef<HTMLElement>(null);
  const current = places.find(({ isCurrent }) => isCurrent)?.href;
  // On a phone the line of pages is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the occasion
  useEffect(() => {
    const open = line.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const frame = line.current?.getBoundingClientRect();
    // The line alone: `scrollIntoView` in the preview would scroll the page around it.
    if (open && frame)
      line.current?.scrollBy(
        open.left + open.width / 2 - (frame.left + frame.width / 2),
        open.top + open.height / 2 - (frame.top + frame.height / 2),
      );
  }, [current]);
  return (
    <nav ref={line} className={`${styles.nav} scroll-hint`} aria-label={t('navigation')}>
      {places.map(({ href, label, icon, count = 0, isCurrent, isOwn }) => (
        <a
          key={href}
          className={styles.place}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={(event) => {
            if (!onGo || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onGo(href);
          }}
        >
          {icon}
          <span {...(isOwn ? { 'data-text': 'content', dir: 'auto', title: label, className: styles.own } : {})}>
            {label}
          </span>
          {count > 0 && (
            <span className={styles.count} role="img" aria-label={t('inboxOpen', { count })}>
              {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}
