import { Drawer, UnstyledButton } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { Page, PageHeader } from '../../../ui/page/page-header.tsx';
import { TopBarActions } from '../../../ui/page/top-bar-slot.tsx';
import { FormSkeleton } from '../../../ui/states/skeletons.tsx';
import { AgentState } from '../../agents/agent-state.tsx';
import { useDebuggerPanel } from '../../playground/use-debugger-panel.ts';
import { PublishButton } from '../../working-copy/publish-button.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './agent-frame.module.css';
import { AgentTabs } from './agent-tabs.tsx';
import type { AgentTab } from './tabs.ts';

const DebuggerPanel = lazy(async () => ({
  default: (await import('../../playground/debugger-panel.tsx')).DebuggerPanel,
}));
const VersionDrawer = lazy(async () => ({
  default: (await import('../../versions/version-drawer.tsx')).VersionDrawer,
}));

export function AgentFrame({ tab }: { tab: AgentTab }) {
  const t = useTexts('agent-page');
  const { agent, settings, isDirty, isSaving, mayWrite, save, discard } = useWorkingCopy();
  const { versions, tab: part } = useSearch({ from: '/app/$region/agents/$agentId/$tab' });
  // Beside its form it has parts without fields.
  const isForm = tab.isForm && !(tab.path === 'voice' && part !== undefined);
  const panel = useDebuggerPanel();
  const { canTestChat } = useWorkspace().abilities;
  const path = `/app/${currentRegion()}/agents/${agent.ID}/`;
  return (
    <div className={styles.frame}>
      <TopBarActions>
        {canTestChat && <TestToggle isOpen={panel.isOpen} onToggle={() => panel.setOpen(!panel.isOpen)} />}
        <PublishButton />
      </TopBarActions>
      <div className={styles.main}>
        <Page>
          <PageHeader
            title={settings.title.trim() || agent.title}
            action={<AgentState {...agent} isDirty={isDirty} />}
          />
          <AgentTabs current={tab} />
          {!mayWrite && <p className={styles.readOnly}>{t('readOnly')}</p>}
          <Suspense fallback={<FormSkeleton />} key={tab.path}>
            <tab.Content />
          </Suspense>
          {mayWrite && (isForm || isDirty) && (
            <SaveBar
              isDirty={isDirty}
              isSaving={isSaving}
              onSave={() => void save()}
              onDiscard={discard}
              within={path}
              isHidden={!isForm}
            />
          )}
        </Page>
      </div>
      <Suspense>
        {canTestChat && panel.isWide && panel.isOpen && (
          <aside className={styles.panel} aria-label={t('testChat')}>
            <DebuggerPanel onClose={() => panel.setOpen(false)} />
          </aside>
        )}
        {canTestChat && !panel.isWide && (
          <Drawer
            opened={panel.isOpen}
            onClose={() => panel.setOpen(false)}
            size={450}
            withCloseButton={false}
            attributes={{ content: { 'aria-label': t('testChat') } }}
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

function TestToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTexts('agent-page');
  return (
    <UnstyledButton className={styles.toggle} onClick={onToggle} aria-pressed={isOpen} aria-label={t('testChat')}>
      <IconBug size={18} stroke={1.5} aria-hidden="true" />
      <span className={styles.toggleWord}>{t('test')}</span>
    </UnstyledButton>
  );
}
