import type { Campaign } from '@antiphon/contract/campaigns';
import type { CampaignId } from '@antiphon/contract/ids';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';

const LOOK_MS = 3_000;

const goesOn = ({ state, underWay }: Campaign) => state === 'scheduled' || state === 'running' || underWay > 0;

/** An agent's campaigns, alive while one of them goes on. */
export const useCampaigns = (id: string) =>
  useQuery({
    ...query.campaigns.list.queryOptions({ input: { id } }),
    refetchInterval: ({ state }) => (state.data?.items.some(goesOn) ? LOOK_MS : false),
  });

export const lookAgainMs = (campaign: Campaign): number | false => (goesOn(campaign) ? LOOK_MS : false);

/** What a step of a campaign answered is what it is. */
export function useCampaignChanged(id: string) {
  const client = useQueryClient();
  return async (campaign?: Campaign) => {
    const { queryKey } = query.campaigns.list.queryOptions({ input: { id } });
    // What is under way was asked before, and a first answer would be waited for instead of asked for again.
    await client.cancelQueries({ queryKey: query.campaigns.key() });
    if (campaign)
      client.setQueryData(
        queryKey,
        (old) => old && { ...old, items: old.items.map((one) => (one.id === campaign.id ? campaign : one)) },
      );
    await client.invalidateQueries({ queryKey: query.campaigns.key() });
  };
}

export interface CampaignProps {
  agentId: string;
  campaign: Campaign;
}
export const namedBy = ({ agentId, campaign }: CampaignProps): { id: string; campaignId: CampaignId } => ({
  id: agentId,
  campaignId: campaign.id,
});
