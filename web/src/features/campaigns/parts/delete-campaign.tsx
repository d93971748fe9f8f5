import type { Campaign } from '@antiphon/contract/campaigns';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { api, goneIsDone } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ConfirmDialog } from '../../../ui/forms/confirm-dialog.tsx';
import { namedBy, useCampaignChanged } from '../use-campaigns.ts';

interface DeleteCampaignProps {
  agentId: string;
  campaign: Campaign;
  onGone: () => void;
}

export function DeleteCampaign({ agentId, campaign, onGone }: DeleteCampaignProps) {
  const t = useTexts('campaigns');
  const changed = useCampaignChanged(agentId);
  const [isAsking, dialog] = useDisclosure(false);
  const deletion = useMutation({
    mutationFn: () => api.campaigns.delete(namedBy({ agentId, campaign })).catch(goneIsDone),
    meta: { success: t('delete.done'), failure: t('delete.failed') },
    onSuccess: async () => {
      onGone();
      await changed();
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={dialog.close}
        title={t('delete.title')}
        confirmLabel={t('delete.action')}
        onConfirm={() => deletion.mutate()}
        isPending={deletion.isPending}
      >
        {t('delete.text')}
      </ConfirmDialog>
    </>
  );
}
