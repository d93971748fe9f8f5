import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts/texts.ts';
import { Face } from '../../ui/page/face.tsx';
import styles from './user-menu.module.css';

const UserPanel = lazy(async () => ({ default: (await import('./user-panel.tsx')).UserPanel }));

interface UserMenuProps {
  email: string;
  displayName: string;
  photoURL: string;
  onShortcuts: () => void;
}

export function UserMenu({ email, displayName, photoURL, onShortcuts }: UserMenuProps) {
  const t = useTexts('shell');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const name = displayName || email;
  // No menu: a choice of themes may not stand in one.
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton p={4} aria-haspopup="dialog" onClick={toggle}>
          <VisuallyHidden>{t('account.menu', { email })}</VisuallyHidden>
          <span aria-hidden="true">
            <Face src={photoURL} name={name} size={28} />
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel}>
        <Suspense fallback={<div className={styles.loading} />}>
          <UserPanel
            name={name}
            email={email}
            onClose={close}
            onShortcuts={() => {
              close();
              onShortcuts();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
