import { isMessageKind } from '@antiphon/contract/campaign-words';
import type { Campaign } from '@antiphon/contract/campaigns';
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { namedBy, useCampaignChanged } from '../use-campaigns.ts';
import { DeleteCampaign } from './delete-campaign.tsx';

interface RunActionsProps {
  agentId: string;
  campaign: Campaign;
  mayApprove: boolean;
  onGone: () => void;
}

/** What can be done with it now. */
export function RunActions({ agentId, campaign, mayApprove, onGone }: RunActionsProps) {
  const t = useTexts('campaigns');
  const changed = useCampaignChanged(agentId);
  const [isStopping, stopping] = useDisclosure(false);
  const { kind, state, isApproved, underWay } = campaign;
  const step = useMutation({
    mutationFn: (name: 'start' | 'pause' | 'stop') => api.campaigns[name](namedBy({ agentId, campaign })),
    meta: { failure: t('stepFailed') },
    onSuccess: async (next) => {
      stopping.close();
      await changed(next);
    },
    onError: () => changed(),
  });
  const isWaiting = state === 'scheduled' && !isApproved;
  const isOver = state === 'done' || state === 'stopped' || state === 'draft';
  if (isOver)
    return state === 'draft' ? null : <DeleteCampaign agentId={agentId} campaign={campaign} onGone={onGone} />;
  return (
    <Group gap="xs">
      {(state === 'paused' || (isWaiting && mayApprove)) && (
        <Button loading={step.isPending} onClick={() => step.mutate('start')}>
          {t(isWaiting ? 'approval.action' : 'resume')}
        </Button>
      )}
      {state !== 'paused' && (
        <Button variant="default" loading={step.isPending} onClick={() => step.mutate('pause')}>
          {t('pause')}
        </Button>
      )}
      <Button variant="default" onClick={stopping.open}>
        {t('stop.action')}
      </Button>
      <ConfirmDialog
        isOpen={isStopping}
        onClose={stopping.close}
        title={t('stop.title')}
        confirmLabel={t('stop.confirm')}
        onConfirm={() => step.mutate('stop')}
        isPending={step.isPending}
      >
        {t(isMessageKind(kind) ? 'sms.stop' : 'stop.text', { count: underWay })}
      </ConfirmDialog>
    </Group>
  );
}
