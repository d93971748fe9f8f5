import { lazy, Suspense } from 'react';
import type { PanelLayout } from './parts/notification-panel.tsx';

const Bell = lazy(async () => ({ default: (await import('./parts/bell.tsx')).Bell }));

interface NotificationBellProps {
  /** Where the panel opens: under the bell; of a client's dashboard beside its side navigation, or in the corner. */
  layout?: PanelLayout;
  /** Where this person's inbox is. */
  inboxHref: string;
}

/** Opens the notifications, says how many there are, and announces new ones. Mounted once in a shell's top bar. */
export function NotificationBell({ layout = 'bell', inboxHref }: NotificationBellProps) {
  return (
    <Suspense>
      <Bell layout={layout} inboxHref={inboxHref} />
    </Suspense>
  );
}
