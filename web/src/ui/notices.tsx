import '@mantine/notifications/styles.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import styles from './toasts.module.css';

/** Where notices stand. Loaded beside the first screen, not before it: whatever was shown until then waits in the store. */
export function Notices() {
  // On a phone the lower edge belongs to the save bar and the keyboard.
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      classNames={{ root: styles.stack }}
      containerWidth={380}
      limit={5}
      zIndex={1_000}
      aria-live="polite"
    />
  );
}
