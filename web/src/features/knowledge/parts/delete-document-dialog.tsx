import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useAgentCounts } from '../use-agent-counts.ts';
import { isSite } from './document-words.ts';

interface DeleteDocumentDialogProps {
  agentId: string;
  document: KnowledgeDocument;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDocumentDialog({ agentId, document, isOpen, onClose, onDeleted }: DeleteDocumentDialogProps) {
  const t = useTexts('knowledge');
  const refreshCounts = useAgentCounts(agentId);
  const deletion = useMutation({
    mutationFn: () => api.knowledge.delete({ id: agentId, docId: document.id }),
    meta: { success: t('document.deleted'), failure: t('document.deleteFailed'), kept: t('document.deleteKept') },
    onSuccess: async () => {
      onClose();
      onDeleted?.();
      await refreshCounts();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('document.deleteTitle', { title: document.title })}
      confirmLabel={t('document.delete')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {isSite(document) ? t('document.deleteSite') : t('document.deleteText')}
    </ConfirmDialog>
  );
}
