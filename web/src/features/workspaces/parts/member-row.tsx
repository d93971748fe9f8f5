import type { Member } from '@antiphon/contract/members';
import type { Workspace } from '@antiphon/contract/workspaces';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconCrown, IconDots, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { cell } from '../../../ui/lists/data-table.tsx';
import { Face } from '../../../ui/page/face.tsx';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { usePanel } from '../use-panel.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import styles from './workspaces.module.css';

interface MemberRowProps {
  member: Member;
  workspace: Workspace;
  onRemoved: (name: string) => void;
}

const permissionsMax = 8;

export function MemberRow({ member, workspace, onRemoved }: MemberRowProps) {
  const t = useTexts('workspaces');
  const { displayName, email, photoURL, permissions, isOwner, isSelf, abilities } = member;
  const name = displayName || email;
  const may =
    isOwner || permissions.length >= permissionsMax
      ? t('members.all')
      : t('members.some', { count: permissions.length });
  const canTransfer = workspace.abilities.canTransfer && !isSelf;
  return (
    <tr>
      <td>
        <div className={styles.person}>
          <Face src={photoURL} name={name} size={32} />
          <div className={styles.names}>
            <div className={styles.name} title={name}>
              {name}
              {isSelf && <span className={styles.aside}>{t('members.you')}</span>}
            </div>
            <div className={styles.email} title={email}>
              {email}
            </div>
            <div className={styles.narrow}>{isOwner ? t('members.owner') : may}</div>
          </div>
        </div>
      </td>
      <td className={cell.wideOnly}>{isOwner ? <StatusBadge tone="accent">{t('members.owner')}</StatusBadge> : may}</td>
      <td className={cell.number}>
        {(abilities.canChange || abilities.canRemove || canTransfer) && (
          <MemberMenu {...{ member, workspace, onRemoved, name, canTransfer }} />
        )}
      </td>
    </tr>
  );
}

type MemberMenuProps = MemberRowProps & { name: string; canTransfer: boolean };

function MemberMenu({ member, workspace, onRemoved, name, canTransfer }: MemberMenuProps) {
  const t = useTexts('workspaces');
  const { show } = usePanel();
  const queryClient = useQueryClient();
  const [isRemoving, removal] = useDisclosure(false);
  const [isTransferring, transfer] = useDisclosure(false);
  const { userId, abilities } = member;
  const remove = useMutation({
    mutationFn: () => api.members.remove({ uid: workspace.uid, userId }),
    meta: { success: t('members.removed'), failure: t('members.removeFailed'), kept: t('danger.nothing') },
    onSuccess: async () => {
      removal.close();
      onRemoved(name);
      await queryClient.invalidateQueries({ queryKey: query.members.key() });
    },
  });
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={t('members.actionsFor', { name })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {abilities.canChange && (
            <Menu.Item
              leftSection={<IconAdjustments size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => show({ member: userId })}
            >
              {t('members.change')}
            </Menu.Item>
          )}
          {canTransfer && (
            <Menu.Item leftSection={<IconCrown size={16} stroke={1.5} aria-hidden="true" />} onClick={transfer.open}>
              {t('members.makeOwner')}
            </Menu.Item>
          )}
          {abilities.canRemove && (
            <Menu.Item
              c="var(--ui-bad)"
              leftSection={<IconUserMinus size={16} stroke={1.5} aria-hidden="true" />}
              onClick={removal.open}
            >
              {t('members.remove')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={removal.close}
        title={t('members.removeAsk', { name })}
        confirmLabel={t('members.remove')}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      >
        {t('members.removeText')}
      </ConfirmDialog>
      <TransferDialog
        isOpen={isTransferring}
        onClose={transfer.close}
        workspace={workspace}
        member={{ userId, name }}
      />
    </>
  );
}
