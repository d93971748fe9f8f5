import type { UserId } from '@antiphon/contract/ids';
import type { Workspace } from '@antiphon/contract/workspaces';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { TypedConfirmDialog } from '../../../ui/forms/typed-confirm-dialog.tsx';

interface TransferDialogProps {
  isOpen: boolean;
  onClose: () => void;
  workspace: Workspace;
  member: { userId: UserId; name: string };
}

export function TransferDialog({ isOpen, onClose, workspace, member }: TransferDialogProps) {
  const t = useTexts('workspaces');
  const queryClient = useQueryClient();
  const { uid, workspaceName } = workspace;
  const { userId, name } = member;
  const transfer = useMutation({
    mutationFn: () => api.members.transfer({ uid, userId, workspaceName }),
    meta: {
      success: t('danger.transferred', { name }),
      failure: t('danger.transferFailed'),
      kept: t('danger.nothing'),
    },
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: query.workspaces.key() });
      await queryClient.invalidateQueries({ queryKey: query.members.key() });
    },
  });
  return (
    <TypedConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('danger.transferAsk', { name })}
      name={workspaceName}
      confirmLabel={t('members.makeOwner')}
      onConfirm={() => transfer.mutate()}
      isPending={transfer.isPending}
    >
      {t('danger.transferText')}
    </TypedConfirmDialog>
  );
}
