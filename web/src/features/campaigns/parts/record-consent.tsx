import type { CampaignKind } from '@antiphon/contract/campaign-words';
import type { LeadGroupId } from '@antiphon/contract/ids';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CountedTextarea } from '../../../ui/fields/counted-textarea.tsx';
import { LoadFailure } from '../../../ui/states/load-failure.tsx';

interface RecordConsentProps {
  agentId: string;
  kind: CampaignKind;
  groupIds: LeadGroupId[];
}

/** Where and when the people of these groups agreed to be called, or to get messages. Without that nobody is reached. */
export function RecordConsent({ agentId, kind, groupIds }: RecordConsentProps) {
  const t = useTexts('campaigns');
  const tUi = useTexts('ui');
  const client = useQueryClient();
  const [isOpen, dialog] = useDisclosure(false);
  const [source, setSource] = useState('');
  const [proof, setProof] = useState('');
  const [day, setDay] = useState('');
  const recording = useMutation({
    mutationFn: () =>
      api.campaigns.recordConsent({
        ...{ id: agentId, kind, groupIds, source, proof },
        givenAt: new Date(`${day}T00:00:00`).toISOString(),
      }),
    meta: { isFailureShown: true },
    onSuccess: async () => {
      dialog.close();
      await client.invalidateQueries({ queryKey: query.campaigns.key() });
    },
  });
  return (
    <Group gap="sm">
      <Button variant="default" onClick={dialog.open}>
        {t('consent.action')}
      </Button>
      {recording.data && (
        <Text size="sm" c="var(--ui-muted)" role="status">
          {t('consent.done', { count: recording.data.recorded })}
        </Text>
      )}
      <Modal opened={isOpen} onClose={dialog.close} title={t('consent.title')} size={480}>
        <Stack gap="md">
          <Text size="sm" c="var(--ui-muted)">
            {t('consent.text')}
          </Text>
          <TextInput
            label={t('consent.source')}
            description={t('consent.sourceHint')}
            value={source}
            maxLength={200}
            onChange={(event) => setSource(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            type="date"
            label={t('consent.day')}
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <CountedTextarea
            label={t('consent.proof')}
            description={t('consent.proofHint')}
            charsMax={1_000}
            autosize
            minRows={2}
            value={proof}
            onChange={setProof}
          />
          {recording.isError && <LoadFailure title={t('consent.failed')} problem={toProblem(recording.error)} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={dialog.close}>
              {tUi('cancel')}
            </Button>
            <Button
              loading={recording.isPending}
              disabled={source.trim() === '' || day === ''}
              onClick={() => recording.mutate()}
            >
              {t('consent.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Group>
  );
}
