import { ActionIcon, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useTexts } from '../../../texts/texts.ts';
import { useAnnouncements } from './use-announcements.ts';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));

/** On a bar of any colour the number is read against its own ground: the two colours of the bar, exchanged. */
const onAnyBar = () => ({
  root: {
    '--indicator-color': 'var(--bar-text, var(--ui-text))',
    '--indicator-text-color': 'var(--bar-number, var(--mantine-color-body))',
  },
});

/** With everything that announces: loaded after the screen, which does not wait for it. */
export function Bell({ layout }: { layout: 'vertical' | 'horizontal' }) {
  const t = useTexts('notifications');
  const list = useAnnouncements();
  const [isOpen, panel] = useDisclosure(false);
  const bell = useRef<HTMLButtonElement>(null);
  const count = list.data?.items.length ?? 0;
  const close = () => {
    panel.close();
    bell.current?.focus();
  };
  return (
    <>
      <Indicator disabled={count === 0} label={count} size={16} offset={8} vars={onAnyBar}>
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
      <Suspense>{isOpen && <NotificationPanel onClose={close} list={list} layout={layout} />}</Suspense>
    </>
  );
}
