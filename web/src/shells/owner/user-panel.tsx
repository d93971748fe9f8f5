import { Text, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { currentRegion } from '../../api.ts';
import { useKeepLanguage } from '../../features/identity/use-keep-language.ts';
import { useSignOut } from '../../features/identity/use-sign-out.ts';
import { useTexts } from '../../texts/texts.ts';
import { LanguageSelect } from '../../ui/fields/language-select.tsx';
import { ColorSchemeSwitch } from '../../ui/theme/color-scheme-switch.tsx';
import styles from './user-menu.module.css';

interface UserPanelProps {
  name: string;
  email: string;
  onShortcuts: () => void;
  onClose: () => void;
}

/** Who is signed in, how the dashboard looks to them, and the way out. */
export function UserPanel({ name, email, onShortcuts, onClose }: UserPanelProps) {
  const t = useTexts('shell');
  const signOut = useSignOut();
  const keepLanguage = useKeepLanguage();
  const panel = useRef<HTMLDivElement>(null);
  // It comes after the popover around it, which then found nothing to focus.
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} tabIndex={-1} className={styles.content}>
      <div className={styles.person}>
        <Text fw={500} truncate title={name} dir="auto">
          {name}
        </Text>
        <Text size="sm" c="var(--ui-muted)" truncate title={email}>
          <bdi>{email}</bdi>
        </Text>
      </div>
      <div className={styles.choices}>
        <ColorSchemeSwitch />
        <LanguageSelect size="xs" hasLabel={false} onPick={keepLanguage} />
      </div>
      <Link
        to="/app/$region/account"
        params={{ region: currentRegion() }}
        search={{}}
        className={styles.action}
        onClick={onClose}
      >
        <IconUser size={16} stroke={1.5} aria-hidden="true" />
        {t('account.settings')}
      </Link>
      <UnstyledButton className={styles.action} onClick={onShortcuts}>
        <IconKeyboard size={16} stroke={1.5} aria-hidden="true" />
        {t('account.shortcuts')}
      </UnstyledButton>
      <UnstyledButton className={styles.action} onClick={() => signOut.mutate()} disabled={signOut.isPending}>
        <IconLogout size={16} stroke={1.5} aria-hidden="true" className="mirrored" />
        {signOut.isPending ? t('account.signingOut') : t('account.signOut')}
      </UnstyledButton>
    </div>
  );
}
