import { Drawer, UnstyledButton } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentRegion } from '../../../api.ts';
import { Page, PageHeader } from '../../../ui/page-header.tsx';
import { SaveBar } from '../../../ui/save-bar.tsx';
import { FormSkeleton } from '../../../ui/skeletons.tsx';
import { TopBarActions } from '../../../ui/top-bar-slot.tsx';
import { AgentState } from '../../agents/agent-state.tsx';
import { useDebuggerPanel } from '../../playground/use-debugger-panel.ts';
import { PublishButton } from '../../working-copy/publish-button.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import styles from './agent-frame.module.css';
import { type AgentTab, tabs } from './tabs.ts';

const DebuggerPanel = lazy(async () => ({
  default: (await import('../../playground/debugger-panel.tsx')).DebuggerPanel,
}));
const VersionDrawer = lazy(async () => ({
  default: (await import('../../versions/version-drawer.tsx')).VersionDrawer,
}));

export function AgentFrame({ tab }: { tab: AgentTab }) {
  const { agent, settings, isDirty, isSaving, mayWrite, save, discard } = useWorkingCopy();
  const { versions } = useSearch({ from: '/app/$region/agents/$agentId/$tab' });
  const panel = useDebuggerPanel();
  const path = `/app/${currentRegion()}/agents/${agent.ID}/`;
  return (
    <div className={styles.frame}>
      <TopBarActions>
        <TestToggle isOpen={panel.isOpen} onToggle={() => panel.setOpen(!panel.isOpen)} />
        <PublishButton />
      </TopBarActions>
      <div className={styles.main}>
        <Page>
          <PageHeader title={settings.title.trim() || agent.title} action={<AgentState {...agent} />} />
          <Tabs current={tab} />
          {!mayWrite && <p className={styles.readOnly}>You can look at this agent, but not change it.</p>}
          <Suspense fallback={<FormSkeleton />} key={tab.path}>
            <tab.Content />
          </Suspense>
          {mayWrite && (tab.isForm || isDirty) && (
            <SaveBar
              isDirty={isDirty}
              isSaving={isSaving}
              onSave={() => void save()}
              onDiscard={discard}
              within={path}
            />
          )}
        </Page>
      </div>
      <Suspense>
        {panel.isWide && panel.isOpen && (
          <aside className={styles.panel} aria-label="Test chat">
            <DebuggerPanel onClose={() => panel.setOpen(false)} />
          </aside>
        )}
        {!panel.isWide && (
          <Drawer
            opened={panel.isOpen}
            onClose={() => panel.setOpen(false)}
            size={450}
            withCloseButton={false}
            attributes={{ content: { 'aria-label': 'Test chat' } }}
            classNames={{ body: styles.overlay }}
          >
            <DebuggerPanel onClose={() => panel.setOpen(false)} />
          </Drawer>
        )}
        {versions && <VersionDrawer />}
      </Suspense>
    </div>
  );
}

function Tabs({ current }: { current: AgentTab }) {
  const { region, agentId } = useParams({ from: '/app/$region/agents/$agentId/$tab' });
  return (
    <nav className={styles.tabs} aria-label="Agent">
      {tabs.map(({ path, label }) => (
        <Link
          key={path}
          to="/app/$region/agents/$agentId/$tab"
          params={{ region, agentId, tab: path }}
          search={{}}
          className={styles.tab}
          aria-current={path === current.path ? 'page' : undefined}
          ref={path === current.path ? showTab : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** On phones the row of tabs scrolls: the open one is brought into view. */
const showTab = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

function TestToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <UnstyledButton className={styles.toggle} onClick={onToggle} aria-pressed={isOpen} aria-label="Test chat">
      <IconBug size={18} stroke={1.5} aria-hidden="true" />
      <span className={styles.toggleWord}>Test</span>
    </UnstyledButton>
  );
}
