import type { PhoneNumber } from '@antiphon/contract/phone-numbers';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, goneIsDone, query } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';
import styles from './phone-numbers.module.css';

/** The number is answered as before it was imported. */
export function GiveBack({ number, onDone }: { number: PhoneNumber; onDone: () => void }) {
  const t = useTexts('calls');
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  const [isAsking, dialog] = useDisclosure(false);
  const giving = useMutation({
    mutationFn: () => api.phoneNumbers.release({ uid, phoneNumberId: number.id }).catch(goneIsDone),
    meta: { success: t('numbers.givenBack'), failure: t('numbers.giveBackFailed') },
    onSuccess: async () => {
      dialog.close();
      onDone();
      await queryClient.invalidateQueries({ queryKey: query.phoneNumbers.key() });
      await queryClient.invalidateQueries({ queryKey: query.entitlements.key() });
    },
  });
  return (
    <>
      <Button variant="default" c="var(--ui-bad)" className={styles.giveBack} onClick={dialog.open}>
        {t('numbers.giveBack')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('numbers.giveBackTitle', { number: number.number })}
        confirmLabel={t('numbers.giveBack')}
        onConfirm={() => giving.mutate()}
        isPending={giving.isPending}
      >
        {t('numbers.giveBackText')}
      </ConfirmDialog>
    </>
  );
}
