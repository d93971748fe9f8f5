import { IconCloudOff } from '@tabler/icons-react';
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../../texts/texts.ts';
import styles from './states.module.css';

export const useOnline = () =>
  useSyncExternalStore(
    (tell) => onlineManager.subscribe(tell),
    () => onlineManager.isOnline(),
  );

/** Says that nothing can be read or saved, for as long as that is so. What could not be read is read again by itself. */
export function OfflineBanner() {
  const t = useTexts('ui');
  const isOnline = useOnline();
  return (
    <div role="status" className={styles.offlineHolder}>
      {!isOnline && (
        <p className={styles.offline}>
          <IconCloudOff size={18} stroke={1.5} aria-hidden="true" />
          <span>{t('offline')}</span>
        </p>
      )}
    </div>
  );
}
