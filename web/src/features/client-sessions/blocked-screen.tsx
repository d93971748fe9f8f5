import { Button, Modal } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import styles from './parts/blocked.module.css';
import { useLogOut } from './use-log-out.ts';

const GENERAL = 'Access is currently disabled. Pleas contact your provider!';

/** In place of the dashboard, with one way on: out. `message` is the org's own, else the general one. */
export function BlockedScreen({ message }: { message: string }) {
  const t = useTexts('client-shell');
  const logOut = useLogOut();
  const isOwn = message !== '' && message !== GENERAL;
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={
        <span className={styles.title}>
          <IconLock size={20} stroke={1.5} aria-hidden="true" />
          {t('blocked')}
        </span>
      }
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size={440}
      transitionProps={{ duration: 0 }}
    >
      <p className={styles.message} {...(isOwn ? { 'data-text': 'content' } : {})}>
        {isOwn ? message : t('blockedMessage')}
      </p>
      <Button size="md" fullWidth data-autofocus onClick={() => logOut.mutate()} loading={logOut.isPending}>
        {t('logOut')}
      </Button>
    </Modal>
  );
}
