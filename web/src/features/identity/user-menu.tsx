import { Avatar, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ColorSchemeSwitch } from '../../ui/color-scheme-switch.tsx';
import styles from './parts/user-menu.module.css';

interface UserMenuProps {
  email: string;
  displayName: string;
  photoURL: string;
}

export function UserMenu({ email, displayName, photoURL }: UserMenuProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const signOut = useMutation({
    // Loaded on use: the sign-in library is no part of the first load.
    mutationFn: async () => (await import('./auth-client.ts')).signOut(),
    meta: { success: 'Signed out successfully.', failure: 'An error occurred during sign out.' },
    onSuccess: async () => {
      await navigate({ to: '/login' });
      queryClient.clear();
    },
  });
  const name = displayName || email;
  // No menu: a choice of themes may not stand in one.
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton p={4} aria-haspopup="dialog">
          <VisuallyHidden>Account: {email}</VisuallyHidden>
          <span aria-hidden="true">
            <Avatar src={photoURL || null} alt="" name={name} size={28} />
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label="Account">
        <div className={styles.person}>
          <Text fw={500} truncate title={name}>
            {name}
          </Text>
          <Text size="sm" c="var(--ui-muted)" truncate title={email}>
            {email}
          </Text>
        </div>
        <div className={styles.theme}>
          <ColorSchemeSwitch />
        </div>
        <UnstyledButton className={styles.action} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
          <IconLogout size={16} stroke={1.5} aria-hidden="true" />
          {signOut.isPending ? 'Signing out...' : 'Sign out'}
        </UnstyledButton>
      </Popover.Dropdown>
    </Popover>
  );
}
