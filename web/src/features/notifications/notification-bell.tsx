import { lazy, Suspense } from 'react';

const Bell = lazy(async () => ({ default: (await import('./parts/bell.tsx')).Bell }));

interface NotificationBellProps {
  /** `vertical`: the panel stands beside a side navigation, else in the corner. */
  layout?: 'vertical' | 'horizontal';
}

/** Opens the notifications, says how many there are, and announces new ones. Mounted once in a shell's top bar. */
export function NotificationBell({ layout = 'vertical' }: NotificationBellProps) {
  return (
    <Suspense>
      <Bell layout={layout} />
    </Suspense>
  );
}
