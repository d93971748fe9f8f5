import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface DeleteAgentDialogProps {
  agent: { ID: string; title: string };
  isOpen: boolean;
  onClose: () => void;
  /** Where the page itself is gone with the agent. */
  onDeleted?: () => void;
}

export function DeleteAgentDialog({ agent, isOpen, onClose, onDeleted }: DeleteAgentDialogProps) {
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => api.agents.delete({ id: agent.ID }),
    meta: { success: 'Agent deleted.', failure: 'Failed to delete agent.', kept: 'Nothing was deleted.' },
    onSuccess: async () => {
      onClose();
      onDeleted?.();
      await queryClient.invalidateQueries({ queryKey: query.agents.list.key() });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete "${agent.title}"?`}
      confirmLabel="Delete agent"
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      Its documents, conversations and versions are deleted, and widgets on pages stop showing it. THIS ACTION CANNOT BE
      UNDONE.
    </ConfirmDialog>
  );
}
