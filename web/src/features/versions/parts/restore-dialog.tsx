import type { AgentVersion } from '@antiphon/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';

interface RestoreDialogProps {
  version: AgentVersion;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
}

export function RestoreDialog({ version, isOpen, onClose, onRestored }: RestoreDialogProps) {
  const t = useTexts('versions');
  const { agent, isDirty, replace } = useWorkingCopy();
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: () => api.agents.restoreVersion({ id: agent.ID, number: version.number }),
    meta: {
      success: t('restore.done', { number: version.number }),
      failure: t('restore.failed'),
      kept: t('restore.kept'),
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
      title={t('restore.title', { number: version.number })}
      confirmLabel={t('restore.confirm')}
      onConfirm={() => restoring.mutate()}
      isPending={restoring.isPending}
      isDangerous={isDirty}
    >
      {t('restore.text')} {isDirty && t('restore.unsaved')}
    </ConfirmDialog>
  );
}
