import { ActionIcon, Button, Drawer } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { IconCode, IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentRegion } from '../../api.ts';
import { AgentSwitcher } from '../../features/agents/agent-switcher.tsx';
import { UserMenu } from '../../features/identity/user-menu.tsx';
import { useMe } from '../../features/workspaces/use-workspace.ts';
import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { TopBarSlot, TopBarSlotProvider } from '../../ui/top-bar-slot.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import styles from './owner-shell.module.css';
import { SideNav } from './side-nav.tsx';

const WidgetScriptModal = lazy(async () => ({
  default: (await import('../../features/agents/widget-script-modal.tsx')).WidgetScriptModal,
}));

/** The signed-in app: top bar, collapsible side navigation (an overlay on phones), content. */
export function OwnerShell() {
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'navigation-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [isOverlayOpen, overlay] = useDisclosure(false);
  return (
    <TopBarSlotProvider>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
        <TopBar onMenu={overlay.open} />
        <aside className={styles.side}>
          <SideNav isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        </aside>
        <main id="content" className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Drawer
        opened={isOverlayOpen}
        onClose={overlay.close}
        position="left"
        size="80vw"
        title="Navigation"
        classNames={{ body: styles.overlayBody }}
      >
        <div className={styles.overlayWorkspace}>
          <WorkspaceSwitcher />
        </div>
        <SideNav isCollapsed={false} onNavigate={overlay.close} />
      </Drawer>
    </TopBarSlotProvider>
  );
}

function TopBar({ onMenu }: { onMenu: () => void }) {
  const me = useMe();
  const { agentId = null } = useParams({ strict: false });
  const [isScriptOpen, script] = useDisclosure(false);
  return (
    <header className={styles.top}>
      <ActionIcon className={styles.menu} onClick={onMenu} aria-label="Open navigation" size={36}>
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
        {agentId !== null && (
          <>
            <Button
              variant="default"
              className={styles.script}
              leftSection={<IconCode size={16} stroke={1.5} aria-hidden="true" />}
              onClick={script.open}
            >
              Widget Script
            </Button>
            <ActionIcon className={styles.scriptIcon} onClick={script.open} aria-label="Widget Script" size={36}>
              <IconCode size={20} stroke={1.5} />
            </ActionIcon>
            <Suspense>
              <WidgetScriptModal agentId={agentId} isOpen={isScriptOpen} onClose={script.close} />
            </Suspense>
          </>
        )}
        <TopBarSlot className={styles.slot} />
        <UserMenu {...me} />
      </div>
    </header>
  );
}
