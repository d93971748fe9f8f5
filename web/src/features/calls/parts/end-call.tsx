import type { Call } from '@antiphon/contract/calls';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';

/** Somebody talks: it is asked once more. */
export function EndCall({ call: { id, conversationId } }: { call: Call }) {
  const t = useTexts('calls');
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const ending = useMutation({
    mutationFn: () => api.calls.end({ conversationId, callId: id }),
    meta: { success: t('end.done'), failure: t('end.failed') },
    onSuccess: dialog.close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.calls.key() }),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        {t('end.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('end.title')}
        confirmLabel={t('end.confirm')}
        onConfirm={() => ending.mutate()}
        isPending={ending.isPending}
      >
        {t('end.text')}
      </ConfirmDialog>
    </>
  );
}
