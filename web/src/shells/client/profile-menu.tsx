import type { ClientMe } from '@antiphon/contract/client-sessions';
import { Popover, UnstyledButton, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconLogout, IconMessage2, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useLogOut } from '../../features/client-sessions/use-log-out.ts';
import { useTexts } from '../../texts/texts.ts';
import { formatTenths } from '../../ui/format/format.ts';
import { Face } from '../../ui/page/face.tsx';
import styles from './bar-tools.module.css';
import { StatusToggle } from './status-toggle.tsx';
import { usePanel } from './use-panel.ts';

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

export function ProfileMenu({ me }: { me: ClientMe }) {
  const t = useTexts('client-shell');
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { show } = usePanel();
  const logOut = useLogOut();
  const { client, abilities } = me;
  const open = (panel: 'account' | 'feedback' | 'billing') => {
    close();
    show(panel);
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={styles.person} aria-haspopup="dialog" onClick={toggle}>
          <VisuallyHidden>{t('profileOf', { email: client.email || client.name })}</VisuallyHidden>
          <span aria-hidden="true">
            <Face src={client.squarePhotoURL} name={client.name || client.email} size={28} />
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={t('profileOf', { email: client.email || client.name })}>
        <div className={styles.who}>
          <p className={styles.signedInAs}>{t('signedInAs')}</p>
          <p className={styles.email} title={client.email || client.name}>
            <bdi>{client.email || client.name}</bdi>
          </p>
        </div>
        <div className={styles.narrow}>
          {me.loadTokens !== null && me.openedBy === null && (
            <UnstyledButton className={styles.action} onClick={() => open('billing')}>
              <IconCoins {...icon} />
              <span>
                <bdi>{formatTenths(me.loadTokens)}</bdi> {t('creds')}
              </span>
            </UnstyledButton>
          )}
          {me.loadTokens !== null && me.openedBy !== null && (
            <p className={styles.line}>
              <bdi>{formatTenths(me.loadTokens)}</bdi> {t('creds')}
            </p>
          )}
          {abilities.canEditProfile && <StatusToggle status={client.status} />}
          <SchemeAction />
          {abilities.canGiveFeedback && (
            <UnstyledButton className={styles.action} onClick={() => open('feedback')}>
              <IconMessage2 {...icon} />
              {t('feedback')}
            </UnstyledButton>
          )}
        </div>
        <div className={styles.actions}>
          {abilities.canEditProfile && (
            <UnstyledButton className={styles.action} onClick={() => open('account')} data-autofocus>
              <IconUser {...icon} />
              {t('account')}
            </UnstyledButton>
          )}
          <UnstyledButton className={styles.action} onClick={() => logOut.mutate()} disabled={logOut.isPending}>
            <IconLogout {...icon} className="mirrored" />
            {t(logOut.isPending ? 'loggingOut' : 'logOut')}
          </UnstyledButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function SchemeAction() {
  const t = useTexts('client-shell');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <UnstyledButton
      className={styles.action}
      aria-pressed={isDark}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
      {t('dark')}
    </UnstyledButton>
  );
}
