import type { McpSource } from '@antiphon/contract/mcp-sources';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, currentRegion, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

interface DeleteSourceProps {
  of: McpSource;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteSource({ of: { id, name }, isOpen, onClose }: DeleteSourceProps) {
  const t = useTexts('mcp-sources');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: () => api.mcpSources.delete({ uid, sourceId: id }).catch(goneIsDone),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: async () => {
      await navigate({ to: '/app/$region/integrations/mcp', params: { region: currentRegion() } });
      queryClient.removeQueries({ queryKey: query.mcpSources.get.queryKey({ input: { uid, sourceId: id } }) });
      await queryClient.invalidateQueries({ queryKey: query.mcpSources.list.key() });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('delete.title', { name })}
      confirmLabel={t('delete.action')}
      onConfirm={() => deletion.mutate()}
      isPending={deletion.isPending}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
}
