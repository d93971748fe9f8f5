import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconMenu2, IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { AgentSwitcher } from '../../features/agents/agent-switcher.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useMe, useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { useTexts } from '../../texts/texts.ts';
import { TopBarSlot } from '../../ui/page/top-bar-slot.tsx';
import { Wordmark } from '../../ui/theme/wordmark.tsx';
import styles from './top-bar.module.css';
import { useDemoPath } from './use-demo-path.ts';
import { UserMenu } from './user-menu.tsx';
import { WidgetScriptButton } from './widget-script-button.tsx';

interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
}

export function TopBar({ onMenu, onSearch, onShortcuts }: TopBarProps) {
  const t = useTexts('shell');
  const me = useMe();
  const { agentId = null } = useParams({ strict: false });
  return (
    <header className={styles.top}>
      <ActionIcon className={styles.menu} onClick={onMenu} aria-label={t('openNavigation')} size={36}>
        <IconMenu2 size={20} stroke={1.5} />
      </ActionIcon>
      <Link to="/app/$region/agents" params={{ region: currentRegion() }} search={{}} className={styles.logo}>
        <Wordmark name={me.platformName} />
      </Link>
      <div className={styles.workspace}>
        <WorkspaceSwitcher />
      </div>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <AgentSwitcher agentId={agentId} />
      <div className={styles.right}>
        <DemoLink />
        {agentId === null ? (
          <UpgradePlan />
        ) : (
          <WidgetScriptButton agentId={agentId} className={styles.wide} iconClass={styles.narrow} />
        )}
        <TopBarSlot className={styles.slot} />
        <Tooltip label={t('search')}>
          <ActionIcon
            className={styles.search}
            onClick={onSearch}
            aria-label={t('search')}
            aria-keyshortcuts="Control+K Meta+K"
            size={36}
          >
            <IconSearch size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <NotificationBell inboxHref={`/app/${currentRegion()}/inbox`} />
        <UserMenu {...me} onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

function DemoLink() {
  const t = useTexts('shell');
  const link = { component: 'a', href: useDemoPath(), target: '_blank', rel: 'noopener' } as const;
  const name = `${t('demo')}, ${t('opensInNewTab')}`;
  return (
    <>
      <Button variant="subtle" color="gray" className={styles.wide} aria-label={name} {...link}>
        {t('demo')}
      </Button>
      <ActionIcon className={styles.narrow} aria-label={name} size={36} {...link}>
        <IconPlayerPlay size={20} stroke={1.5} />
      </ActionIcon>
    </>
  );
}

/** Leads to the plan and what it costs. Who is offered an upgrade, and when, is the server's decision. */
function UpgradePlan() {
  const t = useTexts('shell');
  if (!useWorkspace().abilities.canUpgrade) return null;
  return (
    <Button
      variant="default"
      className={styles.upgrade}
      renderRoot={(props) => <Link {...props} to="/app/$region/account/billing" params={{ region: currentRegion() }} />}
    >
      {t('upgrade')}
    </Button>
  );
}
