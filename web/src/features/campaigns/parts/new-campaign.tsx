import { CAMPAIGN_KINDS, type CampaignKind } from '@antiphon/contract/campaign-words';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, query, toProblem } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useSendOnce } from '../../../ui/forms/use-send-once.ts';
import { useCampaignChanged } from '../use-campaigns.ts';

interface NewCampaignProps {
  agentId: string;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** A draft, of which nobody hears. It calls or writes from the agent's first number until another is chosen. */
export function NewCampaign({ agentId, onClose, onMade }: NewCampaignProps) {
  const t = useTexts('campaigns');
  const tUi = useTexts('ui');
  const changed = useCampaignChanged(agentId);
  const senders = useQuery(query.campaigns.listSenders.queryOptions({ input: { id: agentId } }));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<CampaignKind | undefined>();
  const numbers = senders.data?.items ?? [];
  const possible = CAMPAIGN_KINDS.filter((one) => numbers.some((number) => number.kind === one));
  const kind = chosen ?? possible[0] ?? 'call';
  const sending = useSendOnce();
  const creation = useMutation({
    mutationFn: (given: string) =>
      sending.send(given, (idempotencyKey) =>
        api.campaigns.create(
          {
            ...{ id: agentId, kind, name: given },
            phoneNumberId: (kind === 'call' && numbers.find((one) => one.kind === 'call')?.id) || null,
            connectionId:
              numbers.flatMap((one) => (one.kind === kind && one.kind !== 'call' ? [one.id] : []))[0] ?? null,
          },
          { context: { idempotencyKey } },
        ),
      ),
    meta: { isFailureShown: true },
    onSuccess: async ({ id }) => {
      await changed();
      onClose();
      onMade(id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') creation.mutate(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title={t('new.title')} size={440}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {possible.length !== 1 && (
            <Radio.Group label={t('kinds.label')} value={kind} onChange={(next) => setChosen(next as CampaignKind)}>
              <Group gap="md" mt={6}>
                {CAMPAIGN_KINDS.map((one) => (
                  <Radio key={one} value={one} label={t(`kinds.${one}`)} />
                ))}
              </Group>
            </Radio.Group>
          )}
          <TextInput
            label={t('what.name')}
            description={t('what.nameHint')}
            value={name}
            maxLength={80}
            error={creation.isError ? toProblem(creation.error).message : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tUi('cancel')}
            </Button>
            <Button type="submit" loading={creation.isPending} disabled={name.trim() === '' || senders.isPending}>
              {t('new.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
