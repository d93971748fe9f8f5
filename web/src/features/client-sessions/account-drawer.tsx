import { Divider, Drawer } from '@mantine/core';
import { useTexts } from '../../texts/texts.ts';
import styles from './parts/account.module.css';
import { AccountForm } from './parts/account-form.tsx';
import { EmailForm } from './parts/email-form.tsx';
import { PasswordForm } from './parts/password-form.tsx';
import { SessionList } from './parts/session-list.tsx';
import { useClient } from './use-client.ts';

/** What is a client's own: photo, name, address and language, the password, and where they are signed in. */
export function AccountDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('client-account');
  const me = useClient();
  return (
    <Drawer opened={isOpen} onClose={onClose} title={t('title')}>
      <div className={styles.drawer}>
        <AccountForm me={me} onDone={onClose} />
        {me.abilities.canChangePassword && (
          <>
            <Divider />
            <EmailForm email={me.client.email} />
            <Divider />
            <PasswordForm email={me.client.email} />
            <Divider />
            <SessionList />
          </>
        )}
      </div>
    </Drawer>
  );
}
