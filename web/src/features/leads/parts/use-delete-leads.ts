import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { showUndo } from '../../../ui/toasts.tsx';
import { useLeadsChanged } from '../use-leads.ts';

/** At once, with a way back. */
export function useDeleteLeads(agentId: string, onDeleted: () => void) {
  const t = useTexts('leads');
  const changed = useLeadsChanged();
  const restoring = useMutation({
    mutationFn: (leadIds: string[]) => api.leads.restore({ id: agentId, leadIds }),
    meta: { success: t('delete.restored'), failure: t('delete.restoreFailed') },
    onSuccess: changed,
  });
  return useMutation({
    mutationFn: (leadIds: string[]) => api.leads.delete({ id: agentId, leadIds }),
    meta: { failure: t('delete.failed') },
    onSuccess: async (_answer, leadIds) => {
      onDeleted();
      showUndo(t('delete.done', { count: leadIds.length }), () => restoring.mutate(leadIds));
      await changed();
    },
  });
}
