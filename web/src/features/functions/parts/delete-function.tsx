import type { HttpFunction } from '@antiphon/contract/functions';
import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, currentRegion, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import { AgentLinks, useUses } from './function-uses.tsx';

interface DeleteFunctionProps {
  of: HttpFunction;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteFunction({ of: { id, name }, isOpen, onClose }: DeleteFunctionProps) {
  const t = useTexts('functions');
  const used = useTexts('agent-functions');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: () => api.functions.delete({ uid, functionId: id }).catch(goneIsDone),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    // An agent was given it meanwhile: its name is told then.
    onError: () => queryClient.invalidateQueries({ queryKey: query.functions.listUses.key() }),
    onSuccess: async () => {
      await navigate({ to: '/app/$region/integrations', params: { region: currentRegion() }, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: query.functions.get.queryKey({ input: { uid, functionId: id } }) });
      void queryClient.invalidateQueries({ queryKey: query.callCredentials.list.key() });
      await queryClient.invalidateQueries({ queryKey: query.functions.list.key() });
    },
  });
  const uses = useUses(id).data;
  if (uses && uses.agents > 0)
    return (
      <Modal opened={isOpen} onClose={onClose} title={t('delete.title', { name })} size={440}>
        <p>{used('uses.inUse')}</p>
        <AgentLinks uses={uses.items} total={uses.agents} />
      </Modal>
    );
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
