import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import styles from './agent-frame.module.css';
import { type AgentTab, tabs } from './tabs.ts';

/** Where there is little room, beside the test chat or in longer words, the row scrolls, and an arrow at its end says so. */
export function AgentTabs({ current }: { current: AgentTab }) {
  const t = useTexts('agent-page');
  const { region, agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  const strip = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const look = () => strip.current && setHidden(hiddenOf(strip.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    const watch = new ResizeObserver(() => {
      if (strip.current) showTab(strip.current);
      look();
    });
    if (strip.current) watch.observe(strip.current);
    return () => watch.disconnect();
  }, [current.path]);
  const move = (step: 1 | -1) => {
    const line = strip.current;
    if (!line) return;
    const isRtl = getComputedStyle(line).direction === 'rtl';
    line.scrollBy({ left: step * (isRtl ? -1 : 1) * line.clientWidth * 0.8 });
  };
  return (
    <div className={styles.strip}>
      <nav ref={strip} onScroll={look} className={`${styles.tabs} scroll-hint`} aria-label={t('agent')}>
        {tabs.map(({ path }) => (
          <Link
            key={path}
            to="/app/$region/agents/$agentId/$tab"
            params={{ region, agentId, tab: path }}
            search={{}}
            className={styles.tab}
            aria-current={path === current.path ? 'page' : undefined}
          >
            {t(`tabs.${path}`)}
          </Link>
        ))}
      </nav>
      {hidden.before && <Arrow side="before" onPress={() => move(-1)} />}
      {hidden.after && <Arrow side="after" onPress={() => move(1)} />}
    </div>
  );
}

/** For the mouse: by keyboard each tab is reached, and comes into view. */
function Arrow({ side, onPress }: { side: 'before' | 'after'; onPress: () => void }) {
  const Icon = side === 'before' ? IconChevronLeft : IconChevronRight;
  return (
    <button type="button" className={styles.arrow} data-side={side} tabIndex={-1} aria-hidden="true" onClick={onPress}>
      <Icon size={18} stroke={1.5} className="mirrored" />
    </button>
  );
}

function hiddenOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement) {
  // Negative from right to left.
  const gone = Math.abs(scrollLeft);
  return { before: gone > 1, after: gone + clientWidth < scrollWidth - 1 };
}

function showTab(strip: HTMLElement) {
  const tab = strip.querySelector('[aria-current]')?.getBoundingClientRect();
  const { left, right } = strip.getBoundingClientRect();
  // Clear of the arrow.
  if (tab && tab.left < left + ARROW) strip.scrollBy({ left: tab.left - left - ARROW });
  else if (tab && tab.right > right - ARROW) strip.scrollBy({ left: tab.right - right + ARROW });
}
const ARROW = 36;
