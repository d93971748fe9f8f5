import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ColorSchemeSwitch } from '../../ui/color-scheme-switch.tsx';

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
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account: ${email}`} p={4}>
          <Avatar src={photoURL || null} alt="" name={displayName || email} size={28} color="accent" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text fw={500} truncate title={displayName}>
            {displayName}
          </Text>
          <Text size="sm" c="var(--ui-muted)" truncate title={email}>
            {email}
          </Text>
        </div>
        <Menu.Divider />
        <div style={{ padding: '6px 8px' }}>
          <ColorSchemeSwitch />
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => signOut.mutate()}
          closeMenuOnClick={false}
        >
          {signOut.isPending ? 'Signing out...' : 'Sign out'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
