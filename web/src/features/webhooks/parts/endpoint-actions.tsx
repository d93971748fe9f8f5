import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Pause and removal. */
export function EndpointActions({ isPaused }: { isPaused: boolean }) {
  const t = useTexts('webhooks');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/app/$region/events' });
  const [isRemoving, dialog] = useDisclosure(false);
  const pausing = useMutation({
    mutationFn: () => api.webhooks.pause({ uid }),
    meta: { success: t('actions.pauseDone'), failure: t('actions.pauseFailed') },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: query.webhooks.key() }),
  });
  const removal = useMutation({
    mutationFn: () => api.webhooks.delete({ uid }),
    meta: { success: t('actions.removeDone'), failure: t('actions.removeFailed'), kept: t('actions.removeKept') },
    onSuccess: async () => {
      dialog.close();
      await navigate({ search: {} });
      await queryClient.invalidateQueries({ queryKey: query.webhooks.key() });
    },
  });
  return (
    <Group gap="xs">
      {!isPaused && (
        <Button variant="default" onClick={() => pausing.mutate()} loading={pausing.isPending}>
          {t('actions.pause')}
        </Button>
      )}
      <Button variant="default" c="var(--ui-bad)" onClick={dialog.open}>
        {t('actions.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={dialog.close}
        title={t('actions.removeTitle')}
        confirmLabel={t('actions.remove')}
        onConfirm={() => removal.mutate()}
        isPending={removal.isPending}
      >
        {t('actions.removeText')}
      </ConfirmDialog>
    </Group>
  );
}
