import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector, IconSettings, IconUserPlus } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { truncateChars } from '../../ui/format/format.ts';
import { Face } from '../../ui/page/face.tsx';
import styles from '../../ui/page/switcher.module.css';
import { usePanel } from './use-panel.ts';
import { useSelectWorkspace } from './use-select-workspace.ts';
import { useMe, useWorkspace } from './use-workspace.ts';

const shownChars = 20;

/** Workspace dropdown of the top bar: another workspace, a new one, settings, inviting. */
export function WorkspaceSwitcher() {
  const t = useTexts('workspaces');
  const { workspaces } = useMe();
  const selected = useWorkspace();
  const select = useSelectWorkspace();
  const { show } = usePanel();
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <UnstyledButton className={styles.target}>
          <VisuallyHidden>{t('workspace')}: </VisuallyHidden>
          <Photo {...selected} />
          <span className={styles.name} data-text="content" dir="auto" title={selected.workspaceName}>
            {truncateChars(selected.workspaceName, shownChars)}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('workspaces')}</Menu.Label>
        {workspaces.map((workspace) => (
          <Menu.Item
            key={workspace.uid}
            title={workspace.workspaceName}
            data-text="content"
            aria-current={workspace.uid === selected.uid || undefined}
            leftSection={<Photo {...workspace} />}
            rightSection={workspace.uid === selected.uid && <IconCheck size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => void select(workspace.uid)}
          >
            {truncateChars(workspace.workspaceName, shownChars)}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => show({ panel: 'new-workspace' })}
        >
          {t('create')}
        </Menu.Item>
        <Menu.Divider />
        {selected.abilities.canManageMembers && (
          <Menu.Item
            leftSection={<IconUserPlus size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => show({ panel: 'invite' })}
          >
            {t('invite.title')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => show({ panel: 'workspace' })}
        >
          {t('settings')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const Photo = ({ workspacePhotoURL, workspaceName }: { workspacePhotoURL: string; workspaceName: string }) => (
  <Face src={workspacePhotoURL} name={workspaceName} size={20} radius={5} />
);
