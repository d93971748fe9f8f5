import type { LeadDetail } from '@antiphon/contract/leads';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { leadTitle } from './lead-table.tsx';

interface EraseDialogProps {
  agentId: string;
  lead: LeadDetail;
  onClose: () => void;
  onErased: () => void;
}

/** For good, with every conversation: nothing of it comes back. */
export function EraseDialog({ agentId, lead, onClose, onErased }: EraseDialogProps) {
  const t = useTexts('leads');
  const queryClient = useQueryClient();
  const erasure = useMutation({
    mutationFn: () => api.leads.erase({ id: agentId, leadId: lead.id }),
    meta: { success: t('erase.done'), failure: t('erase.failed') },
    onSuccess: async () => {
      onErased();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: query.leads.key() }),
        queryClient.invalidateQueries({ queryKey: query.conversations.key() }),
      ]);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('erase.title', { name: leadTitle(lead) })}
      confirmLabel={t('erase.action')}
      onConfirm={() => erasure.mutate()}
      isPending={erasure.isPending}
    >
      {t('erase.text', { count: lead.conversations })}
    </ConfirmDialog>
  );
}
