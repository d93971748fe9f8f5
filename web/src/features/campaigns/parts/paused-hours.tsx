import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { type CampaignProps, namedBy, useCampaignChanged } from '../use-campaigns.ts';
import type { CampaignChange } from './step-props.ts';
import { WhenStep } from './when-step.tsx';

/** What a paused one may still be changed in. */
export function PausedHours({ agentId, campaign }: CampaignProps) {
  const t = useTexts('campaigns');
  const changed = useCampaignChanged(agentId);
  const [given, setGiven] = useState<CampaignChange>({});
  const saving = useMutation({
    mutationFn: () => api.campaigns.update({ ...namedBy({ agentId, campaign }), ...given }),
    meta: { success: t('saved'), failure: t('saveFailed') },
    onSuccess: async (saved) => {
      setGiven({});
      await changed(saved);
    },
  });
  return (
    <div>
      <WhenStep
        agentId={agentId}
        campaign={{ ...campaign, ...given }}
        onChange={(change) => setGiven((now) => ({ ...now, ...change }))}
        hasBegun
      />
      <Button
        mt="md"
        variant="default"
        disabled={Object.keys(given).length === 0}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('saveHours')}
      </Button>
    </div>
  );
}
