import { useLocalStorage } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useInboxCounts } from '../../features/inbox/use-inbox-counts.ts';
import { useSignals } from '../../features/signals/use-signals.ts';
import { useLostWorkspace } from '../../features/workspaces/use-lost-workspace.ts';
import { usePanel } from '../../features/workspaces/use-panel.ts';
import { useWorkspace } from '../../features/workspaces/use-workspace.ts';
import { useTexts } from '../../texts/texts.ts';
import { useOnceOpen } from '../../ui/forms/use-once-open.ts';
import { TitleCount } from '../../ui/page/title-count.ts';
import { TopBarSlotProvider } from '../../ui/page/top-bar-slot.tsx';
import { OfflineBanner } from '../../ui/states/offline-banner.tsx';
import styles from './owner-shell.module.css';
import { SideNav } from './side-nav.tsx';
import { TopBar } from './top-bar.tsx';
import { type ShellLayer, useShellCommands } from './use-shell-commands.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const NavOverlay = lazy(async () => ({ default: (await import('./nav-overlay.tsx')).NavOverlay }));
const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/** After the page's own work: whoever presses Ctrl+K writes on at once. */
const PALETTE_LOAD_MS = 1_500;

const CreditsBanner = lazy(async () => ({
  default: (await import('../../features/billing/credits-banner.tsx')).CreditsBanner,
}));

const WorkspacePanels = lazy(async () => ({
  default: (await import('../../features/workspaces/workspace-panels.tsx')).WorkspacePanels,
}));

/** The signed-in app: top bar, collapsible side navigation (an overlay on phones), content; palette and list of keys over them. */
export function OwnerShell() {
  const t = useTexts('shell');
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'navigation-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [layer, setLayer] = useState<ShellLayer | null>(null);
  useShellCommands(setLayer);
  useLostWorkspace();
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PALETTE_LOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  const { panel, member } = usePanel();
  const counts = useInboxCounts(useSignals);
  const { usedPercent } = useWorkspace();
  return (
    <TopBarSlotProvider>
      <a href="#content" className={styles.skip}>
        {t('skip')}
      </a>
      <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
        <TopBar
          onMenu={() => setLayer('navigation')}
          onSearch={() => setLayer('palette')}
          onShortcuts={() => setLayer('shortcuts')}
        />
        <aside className={styles.side}>
          <SideNav isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
        </aside>
        <main id="content" className={styles.content} tabIndex={-1}>
          <OfflineBanner />
          <Suspense>{usedPercent >= 90 && <CreditsBanner />}</Suspense>
          {/* A page that waits for its texts leaves everything around it as it is. */}
          <Suspense>
            <TitleCount value={counts?.open ?? 0}>
              <Outlet />
            </TitleCount>
          </Suspense>
        </main>
      </div>
      <Layers layer={layer} onLayer={setLayer} />
      <Suspense>{useOnceOpen(panel !== undefined || member !== undefined) && <WorkspacePanels />}</Suspense>
    </TopBarSlotProvider>
  );
}

/** Each is loaded when it is first opened. */
function Layers({ layer, onLayer }: { layer: ShellLayer | null; onLayer: (layer: ShellLayer | null) => void }) {
  const onClose = () => onLayer(null);
  const [navigation, palette, shortcuts] = [layer === 'navigation', layer === 'palette', layer === 'shortcuts'];
  const takeTyped = useTypedAhead(palette);
  return (
    <Suspense>
      {useOnceOpen(navigation) && (
        <NavOverlay isOpen={navigation} onClose={onClose} onSearch={() => onLayer('palette')} />
      )}
      {useOnceOpen(palette) && <Palette isOpen={palette} onClose={onClose} takeTyped={takeTyped} />}
      {useOnceOpen(shortcuts) && <ShortcutList isOpen={shortcuts} onClose={onClose} />}
    </Suspense>
  );
}
