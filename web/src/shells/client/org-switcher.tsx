import type { ClientMe, ClientOrg } from '@antiphon/contract/client-sessions';
import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuilding, IconSelector, IconUserPlus } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { Face } from '../../ui/page/face.tsx';
import { showRefusal } from '../../ui/states/toasts.tsx';
import styles from './switchers.module.css';
import { type ClientPanel, usePanel } from './use-panel.ts';

const facesMax = 6;

/** The org and its agents; its admins change it and add people, everybody else is told why they cannot. */
export function OrgSwitcher({ org, me }: { org: ClientOrg; me: ClientMe }) {
  const t = useTexts('client-shell');
  const { show } = usePanel();
  const { canEditOrg, canAddUsers } = me.abilities;
  const photo = <Face src={org.squarePhotoURL} name={org.name} size={24} radius={6} />;
  const item = (panel: ClientPanel, isAllowed: boolean) => ({
    'aria-disabled': isAllowed ? undefined : true,
    className: isAllowed ? undefined : styles.refused,
    onClick: () => (isAllowed ? show(panel) : showRefusal(t('notAdmin'))),
  });
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles.target}>
          <VisuallyHidden>{t('workspace')}: </VisuallyHidden>
          <span aria-hidden="true">{photo}</span>
          <span className={`${styles.label} ${styles.org}`} title={org.name} data-text="content">
            {org.name}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label data-text="content">
          {org.name}
          <VisuallyHidden>: {me.agents.map(({ title }) => title).join(', ')}</VisuallyHidden>
        </Menu.Label>
        <div className={styles.faces} aria-hidden="true">
          <Avatar.Group spacing={8}>
            {me.agents.slice(0, facesMax).map(({ ID, title, roundedImageURL }) => (
              <Face key={ID} src={roundedImageURL} name={title} title={title} size={32} />
            ))}
            {me.agents.length > facesMax && <Avatar size={32}>+{me.agents.length - facesMax}</Avatar>}
          </Avatar.Group>
        </div>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconBuilding size={16} stroke={1.5} aria-hidden="true" />}
          {...item('about', canEditOrg)}
        >
          {t('about')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden="true" />}
          {...item('add-user', canAddUsers)}
        >
          {t('addUser')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
