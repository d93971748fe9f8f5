import { Button, Tooltip } from '@mantine/core';
import {
  IconChartBar,
  IconKey,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessages,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useMay, useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { formatCredits } from '../../ui/format.ts';
import styles from './side-nav.module.css';

const places = [
  { to: '/app/$region/agents', label: 'Agents', Icon: IconMessages },
  { to: '/app/$region/credentials', label: 'Credentials', Icon: IconKey },
  { to: '/app/$region/usage', label: 'Usage', Icon: IconChartBar },
  { to: '/app/$region/settings', label: 'Settings', Icon: IconSettings },
] as const;

interface SideNavProps {
  isCollapsed: boolean;
  /** Missing on the phone, where the navigation lies over the page. */
  onToggle?: () => void;
  onNavigate?: () => void;
}

export function SideNav({ isCollapsed, onToggle, onNavigate }: SideNavProps) {
  const region = currentRegion();
  const { loadTokens } = useWorkspace();
  const mayCreate = useMay('agents.write');
  return (
    <nav className={styles.nav} data-collapsed={isCollapsed || undefined} aria-label="Main">
      {mayCreate && (
        <Tooltip label="New Agent" position="right" disabled={!isCollapsed}>
          <Button
            className={styles.create}
            fullWidth
            variant="default"
            px={isCollapsed ? 0 : undefined}
            leftSection={isCollapsed ? undefined : <IconPlus size={16} stroke={2} aria-hidden="true" />}
            aria-label="New Agent"
            renderRoot={(props) => (
              <Link to="/app/$region/agents/new" params={{ region }} search={{}} onClick={onNavigate} {...props} />
            )}
          >
            {isCollapsed ? <IconPlus size={18} stroke={2} aria-hidden="true" /> : 'New Agent'}
          </Button>
        </Tooltip>
      )}
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
        <Link to="/app/$region/usage" params={{ region }} search={{}} className={styles.credits} onClick={onNavigate}>
          <span className="tabular">{formatCredits(loadTokens)}</span> credits left
        </Link>
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
