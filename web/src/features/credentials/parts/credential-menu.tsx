import type { Credential } from '@antiphon/contract/credentials';
import { ActionIcon, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPlugConnected, IconRotate, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AgentLinks } from './credential-agents.tsx';

interface CredentialMenuProps {
  credential: Credential;
  onTest: () => void;
  onRotate: () => void;
}

export function CredentialMenu({ credential, onTest, onRotate }: CredentialMenuProps) {
  const t = useTexts('credentials');
  const [isDeleting, dialog] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('actionsFor', { label: credential.label })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlugConnected size={16} stroke={1.5} aria-hidden="true" />} onClick={onTest}>
            {t('test.action')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRotate size={16} stroke={1.5} aria-hidden="true" />} onClick={onRotate}>
            {t('rotate.action')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--ui-bad)"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={dialog.open}
          >
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog credential={credential} isOpen={isDeleting} onClose={dialog.close} />
    </>
  );
}

interface DeleteDialogProps {
  credential: Credential;
  isOpen: boolean;
  onClose: () => void;
}

/** A credential in use cannot be deleted: the agents that need another one are named instead. */
function DeleteDialog({ credential, isOpen, onClose }: DeleteDialogProps) {
  const t = useTexts('credentials');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api.credentials.delete({ uid, credentialId: credential.id }),
    meta: { success: t('delete.done'), failure: t('delete.failed'), kept: t('delete.kept') },
    onSuccess: onClose,
    // Refused for being used since the list was read: the list tells by whom.
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.credentials.list.key() }),
  });
  const title = t('delete.title', { label: credential.label });
  if (credential.agents.length > 0)
    return (
      <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
        <p>{t('delete.inUse')}</p>
        <AgentLinks agents={credential.agents} />
      </Modal>
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirmLabel={t('delete.action')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
