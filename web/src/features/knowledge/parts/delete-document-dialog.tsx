import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isSite } from './document-words.ts';
import { useAgentCounts } from './use-agent-counts.ts';

interface DeleteDocumentDialogProps {
  agentId: string;
  document: KnowledgeDocument;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDocumentDialog({ agentId, document, isOpen, onClose, onDeleted }: DeleteDocumentDialogProps) {
  const refreshCounts = useAgentCounts(agentId);
  const deletion = useMutation({
    mutationFn: () => api.knowledge.delete({ id: agentId, docId: document.id }),
    meta: { success: 'Document deleted.', failure: 'Failed to delete document.', kept: 'Nothing was deleted.' },
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
      title={`Delete "${document.title}"?`}
      confirmLabel="Delete document"
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {isSite(document) ? 'Its pages are deleted with it. ' : ''}The agent, published or not, stops answering from it at
      once.
    </ConfirmDialog>
  );
}
