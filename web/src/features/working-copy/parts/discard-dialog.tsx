import type { AgentSettings } from '@antiphon/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkingCopy } from '../working-copy.tsx';

interface DiscardDialogProps {
  published: AgentSettings;
  isOpen: boolean;
  onClose: () => void;
}

/** Makes the working copy again what visitors get. What was published before stays in the version history. */
export function DiscardDialog({ published, isOpen, onClose }: DiscardDialogProps) {
  const t = useTexts('working-copy');
  const { agent, replace } = useWorkingCopy();
  const queryClient = useQueryClient();
  const discarding = useMutation({
    mutationFn: () => api.agents.update({ id: agent.ID, settings: published, draftRevision: agent.draftRevision }),
    meta: { success: t('discard.done'), failure: t('discard.failed'), kept: t('kept') },
    onSuccess: async (saved) => {
      replace(saved);
      queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), saved);
      onClose();
      await queryClient.invalidateQueries({ queryKey: query.agents.list.key() });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('discard.title')}
      confirmLabel={t('discard.confirm')}
      onConfirm={() => discarding.mutate()}
      isPending={discarding.isPending}
      isDangerous
    >
      {t('discard.text')}
    </ConfirmDialog>
  );
}
