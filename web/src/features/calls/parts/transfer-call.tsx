import type { Call } from '@antiphon/contract/calls';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';

/** The agent parts, and somebody else is rung up: it is asked once more. */
export function TransferCall({ call: { id, conversationId } }: { call: Call }) {
  const t = useTexts('calls');
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const transferring = useMutation({
    mutationFn: () => api.calls.transfer({ conversationId, callId: id }),
    meta: { success: t('transfer.done'), failure: t('transfer.failed') },
    onSuccess: dialog.close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.calls.key() }),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        {t('transfer.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('transfer.title')}
        confirmLabel={t('transfer.confirm')}
        onConfirm={() => transferring.mutate()}
        isPending={transferring.isPending}
      >
        {t('transfer.text')}
      </ConfirmDialog>
    </>
  );
}
