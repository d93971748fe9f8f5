import type { Campaign } from '@antiphon/contract/campaigns';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { campaignTones } from '../campaign-words.ts';

export function CampaignBadge({ campaign: { state, isApproved } }: { campaign: Campaign }) {
  const t = useTexts('campaigns');
  return (
    <StatusBadge tone={campaignTones[state]} isBusy={state === 'running'}>
      {state === 'scheduled' && !isApproved ? t('waitsForYes') : t(`campaignStates.${state}`)}
    </StatusBadge>
  );
}
