import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { showUndo } from '../../../ui/toasts.tsx';
import type { LeadChoice } from '../lead-choice.ts';
import { useLeadsChanged } from '../use-leads.ts';

/** At once, with a way back. */
export function useDeleteLeads(agentId: string, onDeleted: () => void) {
  const t = useTexts('leads');
  const changed = useLeadsChanged();
  const restoring = useMutation({
    mutationFn: (deletionId: string) => api.leads.restore({ id: agentId, deletionId }),
    meta: { success: t('delete.restored'), failure: t('delete.restoreFailed') },
    onSuccess: changed,
  });
  return useMutation({
    mutationFn: (selection: LeadChoice) => api.leads.delete({ id: agentId, ...selection }),
    meta: { failure: t('delete.failed') },
    onSuccess: async ({ changed: count, deletionId }) => {
      onDeleted();
      showUndo(t('delete.done', { count }), () => restoring.mutate(deletionId));
      await changed();
    },
  });
}
