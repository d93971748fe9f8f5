import { limits } from '@antiphon/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx';
import { showUndo } from '../../ui/states/toasts.tsx';
import { useRestoreAgent } from './use-restore-agent.ts';

interface DeleteAgentDialogProps {
  agent: { ID: string; title: string };
  isOpen: boolean;
  onClose: () => void;
  /** Where the page itself is gone with the agent. */
  onDeleted?: () => void;
}

/** Into the trash, with a way back. It asks once, since visitors lose the agent at once. */
export function DeleteAgentDialog({ agent, isOpen, onClose, onDeleted }: DeleteAgentDialogProps) {
  const t = useTexts('agents');
  const queryClient = useQueryClient();
  const restoring = useRestoreAgent();
  const deletion = useMutation({
    mutationFn: () => api.agents.delete({ id: agent.ID }),
    meta: { failure: t('delete.failed'), kept: t('delete.kept') },
    onSuccess: async () => {
      onClose();
      onDeleted?.();
      showUndo(t('delete.done'), () => restoring.mutate(agent.ID));
      await queryClient.invalidateQueries({ queryKey: query.agents.key() });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('delete.title', { title: agent.title })}
      confirmLabel={t('delete.action')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {t('delete.text', { days: limits.trashKeptDays })}
    </ConfirmDialog>
  );
}
