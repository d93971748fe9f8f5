import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { currentRegion, writeWorkspaceUid } from '../../api.ts';
import { truncateChars } from '../../ui/format.ts';
import styles from '../../ui/switcher.module.css';
import { useMe, useWorkspace } from './use-workspace.ts';

const shownChars = 20;

/** Workspace dropdown of the top bar. Another workspace starts with nothing of the one before. */
export function WorkspaceSwitcher() {
  const { workspaces } = useMe();
  const selected = useWorkspace();
  const navigate = useNavigate();
  const select = async (uid: string) => {
    if (uid === selected.uid) return;
    await navigate({ to: '/app/$region/agents', params: { region: currentRegion() } });
    writeWorkspaceUid(uid);
    window.location.reload();
  };
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={styles.target}>
          <VisuallyHidden>Workspace: </VisuallyHidden>
          <span className={styles.name} title={selected.workspaceName}>
            {truncateChars(selected.workspaceName, shownChars)}
          </span>
          <IconSelector size={16} stroke={1.5} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Workspaces</Menu.Label>
        {workspaces.map(({ uid, workspaceName }) => (
          <Menu.Item
            key={uid}
            title={workspaceName}
            aria-current={uid === selected.uid || undefined}
            rightSection={uid === selected.uid && <IconCheck size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => void select(uid)}
          >
            {truncateChars(workspaceName, shownChars)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
