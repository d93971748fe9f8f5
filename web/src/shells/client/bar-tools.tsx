import type { ClientMe } from '@antiphon/contract/client-sessions';
import { ActionIcon } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { currentRegion } from '../../api.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './bar-tools.module.css';
import { SchemeSwitch } from './client-bar.tsx';
import { pathOfPage } from './client-paths.ts';
import { CreditsButton } from './credits-button.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { StatusToggle } from './status-toggle.tsx';
import { usePanel } from './use-panel.ts';

/** The end of the bar. Where it is narrow, the profile menu holds what does not fit. */
export function BarTools({ me, agentId }: { me: ClientMe; agentId: string }) {
  const t = useTexts('client-shell');
  const { show } = usePanel();
  return (
    <>
      {me.abilities.canGiveFeedback && (
        <ActionIcon
          className={`${styles.tool} ${styles.wide}`}
          size={36}
          aria-label={t('feedback')}
          title={t('feedback')}
          onClick={() => show('feedback')}
        >
          <IconMessage2 size={18} stroke={1.5} />
        </ActionIcon>
      )}
      {me.loadTokens !== null && (
        <span className={styles.wide}>
          <CreditsButton credits={me.loadTokens} onOpen={me.openedBy === null ? () => show('billing') : null} />
        </span>
      )}
      {me.abilities.canEditProfile && (
        <span className={styles.wide}>
          <StatusToggle status={me.client.status} />
        </span>
      )}
      <SchemeSwitch className={`${styles.tool} ${styles.wide}`} />
      {me.org && (
        <span className={styles.bell}>
          <NotificationBell
            layout={me.org.dashboardLayout}
            inboxHref={`${pathOfPage(currentRegion(), agentId, '/convos')}?view=inbox`}
          />
        </span>
      )}
      <ProfileMenu me={me} />
    </>
  );
}
