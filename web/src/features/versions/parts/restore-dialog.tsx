import type { AgentVersion } from '@antiphon/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

interface RestoreDialogProps {
  version: AgentVersion;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
}

export function RestoreDialog({ version, isOpen, onClose, onRestored }: RestoreDialogProps) {
  const { agent, isDirty, replace } = useWorkingCopy();
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => api.agents.restoreVersion({ id: agent.ID, number: version.number }),
    meta: {
      success: `Version ${version.number} restored as a new version.`,
      failure: 'Failed to restore the version.',
      kept: 'Nothing was changed.',
    },
    onSuccess: async (restored) => {
      replace(restored);
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), restored);
      onClose();
      onRestored();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.agents.listVersions.key() }),
        queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
      ]);
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore version ${version.number}?`}
      confirmLabel="Restore and publish"
      onConfirm={() => restoring.mutate()}
      isPending={restoring.isPending}
      isDangerous={isDirty}
    >
      It is published at once as a new version and becomes the working copy. The versions in between stay in the
      history.
      {isDirty && ' Your unsaved changes are lost.'}
    </ConfirmDialog>
  );
}
