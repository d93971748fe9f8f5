import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMessageChatbot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { formatCredits } from '../../ui/format.ts';
import styles from './side-nav.module.css';

const places = [{ to: '/app/$region/agents', label: 'Agents', Icon: IconMessageChatbot }] as const;

interface SideNavProps {
  isCollapsed: boolean;
  /** Missing on the phone, where the navigation lies over the page. */
  onToggle?: () => void;
  onNavigate?: () => void;
}

export function SideNav({ isCollapsed, onToggle, onNavigate }: SideNavProps) {
  const region = currentRegion();
  const { loadTokens } = useWorkspace();
  return (
    <nav className={styles.nav} data-collapsed={isCollapsed || undefined} aria-label="Main">
      <ul className={styles.places}>
        {places.map(({ to, label, Icon }) => (
          <li key={to}>
            <Tooltip label={label} position="right" disabled={!isCollapsed}>
              <Link
                to={to}
                params={{ region }}
                search={{}}
                className={styles.place}
                activeOptions={{ includeSearch: false }}
                onClick={onNavigate}
              >
                <Icon size={18} stroke={1.5} aria-hidden="true" />
                <span className={styles.label}>{label}</span>
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <span className={styles.credits}>
          <span className="tabular">{formatCredits(loadTokens)}</span> credits left
        </span>
        {onToggle !== undefined && (
          <button
            type="button"
            className={styles.toggle}
            onClick={onToggle}
            aria-expanded={!isCollapsed}
            aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
          >
            {isCollapsed ? (
              <IconLayoutSidebarLeftExpand size={18} stroke={1.5} aria-hidden="true" />
            ) : (
              <IconLayoutSidebarLeftCollapse size={18} stroke={1.5} aria-hidden="true" />
            )}
          </button>
        )}
      </div>
    </nav>
  );
}
