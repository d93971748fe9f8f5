import { CAMPAIGN_TESTS_MAX } from '@antiphon/contract/campaign-words';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { type CampaignProps, namedBy } from '../use-campaigns.ts';

/** The message as it will be, to a phone that wrote to its number. */
export function SendTest({ agentId, campaign, onSave }: CampaignProps & { onSave: () => Promise<boolean> }) {
  const t = useTexts('campaigns');
  const tUi = useTexts('ui');
  const [isOpen, dialog] = useDisclosure(false);
  const [number, setNumber] = useState('');
  const sending = useMutation({
    mutationFn: () => api.campaigns.test({ ...namedBy({ agentId, campaign }), number }),
    meta: { success: t('test.done'), isFailureShown: true },
    onSuccess: dialog.close,
  });
  const open = async () => {
    if (await onSave()) dialog.open();
  };
  const problem = sending.isError ? toProblem(sending.error) : null;
  const send = () => number.trim() !== '' && sending.mutate();
  return (
    <div>
      <Button
        variant="default"
        disabled={campaign.kind === 'whatsapp' ? campaign.template === null : campaign.text.trim() === ''}
        onClick={() => void open()}
      >
        {t('test.action')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('test.title')} size={440}>
        <Stack gap="md">
          <TextInput
            label={t('test.number')}
            description={t('test.hint', { max: CAMPAIGN_TESTS_MAX })}
            value={number}
            maxLength={40}
            inputMode="tel"
            dir="ltr"
            error={problem && (problem.issues[0]?.message ?? problem.message)}
            onChange={(event) => setNumber(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              send();
            }}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close}>
              {tUi('cancel')}
            </Button>
            <Button loading={sending.isPending} disabled={number.trim() === ''} onClick={send}>
              {t('test.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}
