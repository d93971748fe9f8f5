import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useAttempt } from '../../../ui/forms/use-attempt.ts';
import { showUndo } from '../../../ui/states/toasts.tsx';
import type { LeadChoice } from '../lead-choice.ts';
import { useLeadsChanged } from '../use-leads.ts';

/** At once, with a way back. */
export function useDeleteLeads(agentId: string, onDeleted: () => void) {
  const t = useTexts('leads');
  const changed = useLeadsChanged();
  const attempt = useAttempt();
  const restoring = useMutation({
    mutationFn: (deletionId: string) =>
      api.leads.restore({ id: agentId, deletionId }, { context: { attempt: deletionId } }),
    meta: { success: t('delete.restored'), failure: t('delete.restoreFailed') },
    onSuccess: changed,
  });
  return useMutation({
    // The answer holds the way back: it is told again where it was lost.
    mutationFn: (selection: LeadChoice) =>
      attempt.send(selection, (attempt) => api.leads.delete({ id: agentId, ...selection }, { context: { attempt } })),
    meta: { failure: t('delete.failed') },
    onSuccess: async ({ changed: count, deletionId }) => {
      onDeleted();
      showUndo(t('delete.done', { count }), () => restoring.mutate(deletionId));
      await changed();
    },
  });
}
