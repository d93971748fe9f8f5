import type { Call } from '@antiphon/contract/calls';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';

/** For members: the sound is gone, its words stay. */
export function DeleteRecording({ call: { id, conversationId }, onDeleted }: { call: Call; onDeleted: () => void }) {
  const t = useTexts('calls');
  const queryClient = useQueryClient();
  const mayDelete = useMay('conversations.reply');
  const [isAsking, dialog] = useDisclosure(false);
  const deleting = useMutation({
    mutationFn: () => api.calls.deleteRecording({ conversationId, callId: id }),
    meta: { success: t('recording.deleted'), failure: t('recording.deleteFailed') },
    onSuccess: () => {
      dialog.close();
      onDeleted();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.calls.key() }),
  });
  if (!mayDelete) return null;
  return (
    <>
      <Button variant="default" mt="md" onClick={dialog.open}>
        {t('recording.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('recording.deleteTitle')}
        confirmLabel={t('recording.delete')}
        onConfirm={() => deleting.mutate()}
        isPending={deleting.isPending}
      >
        {t('recording.deleteText')}
      </ConfirmDialog>
    </>
  );
}
