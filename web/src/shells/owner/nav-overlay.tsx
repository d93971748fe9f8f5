import { Button, Drawer } from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { WorkspaceSwitcher } from '../../features/workspaces/workspace-switcher.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './nav-overlay.module.css';
import { SideNav } from './side-nav.tsx';
import { useDemoPath } from './use-demo-path.ts';
import { WidgetScriptButton } from './widget-script-button.tsx';

interface NavOverlayProps {
  isOpen: boolean;
  onClose: () => void;
  onSearch: () => void;
}

/** The navigation of a phone, with what its top bar has no room for. */
export function NavOverlay({ isOpen, onClose, onSearch }: NavOverlayProps) {
  const t = useTexts('shell');
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="left"
      size="80vw"
      title={t('navigation')}
      classNames={{ body: styles.body }}
    >
      <div className={styles.workspace}>
        <WorkspaceSwitcher />
        <Tools onSearch={onSearch} />
      </div>
      <SideNav isCollapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}

function Tools({ onSearch }: { onSearch: () => void }) {
  const t = useTexts('shell');
  const { agentId = null } = useParams({ strict: false });
  const look = { variant: 'default', fullWidth: true, justify: 'flex-start' } as const;
  return (
    <div className={styles.tools}>
      <Button {...look} leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />} onClick={onSearch}>
        {t('search')}
      </Button>
      <Button
        {...look}
        component="a"
        href={useDemoPath()}
        target="_blank"
        rel="noopener"
        aria-label={`${t('demo')}, ${t('opensInNewTab')}`}
        leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden="true" />}
      >
        {t('demo')}
      </Button>
      {agentId !== null && <WidgetScriptButton agentId={agentId} {...look} />}
    </div>
  );
}
