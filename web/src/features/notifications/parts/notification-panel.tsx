import { ActionIcon, Button, Portal, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconSettings, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';
import { RowsSkeleton } from '../../../ui/states/skeletons.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { NotificationList } from './notification-list.tsx';
import { NotificationSettingsForm } from './notification-settings-form.tsx';
import styles from './notifications.module.css';
import type { useAnnouncements } from './use-announcements.ts';

export type PanelLayout = 'bell' | 'vertical' | 'horizontal';

interface NotificationPanelProps {
  onClose: () => void;
  list: ReturnType<typeof useAnnouncements>;
  /** Open in the inbox. */
  requests: number;
  layout: PanelLayout;
  inboxHref: string;
}

/** 350 x 500 over the page, which stays usable: the latest notifications, and what a person wants to be told of. */
export function NotificationPanel({ onClose, list, requests, layout, inboxHref }: NotificationPanelProps) {
  const t = useTexts('notifications');
  const [view, setView] = useState<'list' | 'settings'>('list');
  const closing = useRef<HTMLButtonElement>(null);
  // What had the focus goes with the view it stood in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the view is the occasion
  useEffect(() => closing.current?.focus(), [view]);
  useHotkeys([['Escape', onClose]], []);
  return (
    <Portal>
      <section className={styles.panel} data-layout={layout} role="dialog" aria-label={t('title')}>
        <header className={styles.head}>
          {view === 'settings' && (
            <ActionIcon onClick={() => setView('list')} aria-label={t('back')} size={32}>
              <IconArrowLeft size={18} stroke={1.5} className="mirrored" />
            </ActionIcon>
          )}
          <h2 className={styles.title}>{view === 'list' ? t('title') : t('settings.title')}</h2>
          {view === 'list' && (
            <Tooltip label={t('settings.title')}>
              <ActionIcon onClick={() => setView('settings')} aria-label={t('settings.title')} size={32}>
                <IconSettings size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          )}
          <ActionIcon ref={closing} onClick={onClose} aria-label={t('close')} size={32}>
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </header>
        <div className={styles.body}>
          {view === 'settings' && <NotificationSettingsForm />}
          {view === 'list' && list.isPending && <RowsSkeleton rows={3} />}
          {view === 'list' && list.isError && list.data === undefined && (
            <LoadFailure title={t('loadFailed')} problem={toProblem(list.error)} onRetry={() => void list.refetch()} />
          )}
          {view === 'list' && list.data && (
            <NotificationList items={list.data.items} requests={requests} onOpen={onClose} inboxHref={inboxHref} />
          )}
        </div>
        {view === 'list' && (list.data?.items.length ?? 0) > 0 && <ReadAll />}
      </section>
    </Portal>
  );
}

function ReadAll() {
  const t = useTexts('notifications');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: () => api.notifications.readAll({ uid }),
    meta: { failure: t('readFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.notifications.list.key() }),
  });
  return (
    <footer className={styles.foot}>
      <Button size="compact-sm" variant="subtle" onClick={() => reading.mutate()} loading={reading.isPending}>
        {t('readAll')}
      </Button>
    </footer>
  );
}
