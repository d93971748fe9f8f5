import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useInboxCounts } from '../../inbox/use-inbox-counts.ts';
import { useSignals } from '../../signals/use-signals.ts';
import type { PanelLayout } from './notification-panel.tsx';
import { useAnnouncements } from './use-announcements.ts';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));

const COUNT_MAX = 99;

/** On a bar of any colour the number is read against its own ground: the two colours of the bar, exchanged. */
const onAnyBar = () => ({
  root: {
    '--indicator-color': 'var(--bar-text, var(--ui-text))',
    '--indicator-text-color': 'var(--bar-number, var(--mantine-color-body))',
  },
});

/** With everything that announces: loaded after the screen, which does not wait for it. */
export function Bell({ layout, inboxHref }: { layout: PanelLayout; inboxHref: string }) {
  const t = useTexts('notifications');
  const list = useAnnouncements();
  const [isOpen, panel] = useDisclosure(false);
  const bell = useRef<HTMLButtonElement>(null);
  const items = list.data?.items ?? [];
  // A request counts until it is closed, as it does in the inbox.
  const requests =
    useInboxCounts(useSignals)?.open ?? items.filter(({ notificationLevel }) => notificationLevel === 2).length;
  const count = requests + items.filter(({ notificationLevel }) => notificationLevel === 1).length;
  const close = () => {
    panel.close();
    bell.current?.focus();
  };
  return (
    <>
      <Indicator
        disabled={count === 0}
        label={count > COUNT_MAX ? `${COUNT_MAX}+` : count}
        size={16}
        offset={8}
        vars={onAnyBar}
      >
        <ActionIcon
          ref={bell}
          size={36}
          onClick={panel.toggle}
          aria-label={t('bell', { count })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          <IconBell size={20} stroke={1.5} />
        </ActionIcon>
      </Indicator>
      <Suspense>
        {isOpen && (
          <NotificationPanel onClose={close} list={list} requests={requests} layout={layout} inboxHref={inboxHref} />
        )}
      </Suspense>
    </>
  );
}
