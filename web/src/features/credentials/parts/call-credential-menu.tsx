import type { CallCredential } from '@antiphon/contract/call-credentials';
import { ActionIcon, Menu, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconRotate, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { FunctionLinks } from './call-credential-functions.tsx';

interface CallCredentialMenuProps {
  credential: CallCredential;
  onReplace: () => void;
}

export function CallCredentialMenu({ credential, onReplace }: CallCredentialMenuProps) {
  const t = useTexts('call-credentials');
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('actionsFor', { label: credential.label })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRotate size={16} stroke={1.5} aria-hidden="true" />} onClick={onReplace}>
            {t('replace.action')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            c="var(--ui-bad)"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
            onClick={deleting.open}
          >
            {t('delete.action')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteDialog credential={credential} isOpen={isDeleting} onClose={deleting.close} />
    </>
  );
}

interface DeleteDialogProps {
  credential: CallCredential;
  isOpen: boolean;
  onClose: () => void;
}

/** One in use cannot be deleted: the functions that need another one are named instead. */
function DeleteDialog({ credential, isOpen, onClose }: DeleteDialogProps) {
  const t = useTexts('call-credentials');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api.callCredentials.delete({ uid, callCredentialId: credential.id }).catch(goneIsDone),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: onClose,
    // Refused for being used since the list was read: the list tells by what.
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.callCredentials.list.key() }),
  });
  const title = t('delete.title', { label: credential.label });
  if (credential.functions.length > 0)
    return (
      <Modal opened={isOpen} onClose={onClose} title={title} size={440}>
        <p>{t('delete.inUse')}</p>
        <FunctionLinks functions={credential.functions} />
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
