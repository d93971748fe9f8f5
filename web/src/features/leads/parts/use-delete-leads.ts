import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { showUndo } from '../../../ui/states/toasts.tsx';
import type { LeadChoice } from '../lead-choice.ts';
import { useLeadsChanged } from '../use-leads.ts';

/** At once, with a way back. */
export function useDeleteLeads(agentId: string, onDeleted: () => void) {
  const t = useTexts('leads');
  const changed = useLeadsChanged();
  const sending = useSendOnce();
  const restoring = useMutation({
    mutationFn: (deletionId: string) =>
      api.leads.restore({ id: agentId, deletionId }, { context: { idempotencyKey: deletionId } }),
    meta: { success: t('delete.restored'), failure: t('delete.restoreFailed') },
    onSuccess: changed,
  });
  return useMutation({
    // The answer holds the way back: it is told again where it was lost.
    mutationFn: (selection: LeadChoice) =>
      sending.send(selection, (idempotencyKey) =>
        api.leads.delete({ id: agentId, ...selection }, { context: { idempotencyKey } }),
      ),
    meta: { failure: t('delete.failed') },
    onSuccess: async ({ changed: count, deletionId }) => {
      onDeleted();
      showUndo(t('delete.done', { count }), () => restoring.mutate(deletionId));
      await changed();
    },
  });
}
