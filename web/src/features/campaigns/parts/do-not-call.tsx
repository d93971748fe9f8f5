import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useCampaignChanged } from '../use-campaigns.ts';

/** Somebody said elsewhere that they are not to be called. */
export function DoNotCall({ agentId }: { agentId: string }) {
  const t = useTexts('campaigns');
  const tUi = useTexts('ui');
  const changed = useCampaignChanged(agentId);
  const [isOpen, dialog] = useDisclosure(false);
  const [number, setNumber] = useState('');
  const refusal = useMutation({
    mutationFn: () => api.campaigns.refuse({ id: agentId, number }),
    meta: { success: t('refuse.done'), isFailureShown: true },
    onSuccess: async () => {
      dialog.close();
      setNumber('');
      await changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    refusal.mutate();
  };
  const problem = refusal.isError ? toProblem(refusal.error) : null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('refuse.action')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('refuse.title')} size={440}>
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label={t('refuse.number')}
              description={t('refuse.hint')}
              value={number}
              maxLength={40}
              inputMode="tel"
              dir="ltr"
              error={problem && (problem.issues[0]?.message ?? problem.message)}
              onChange={(event) => setNumber(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={dialog.close}>
                {tUi('cancel')}
              </Button>
              <Button type="submit" loading={refusal.isPending} disabled={number.trim() === ''}>
                {t('refuse.confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
