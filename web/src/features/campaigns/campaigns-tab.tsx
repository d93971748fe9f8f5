import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMay } from '../workspaces/use-workspace.ts';
import { Campaigns } from './parts/campaigns.tsx';

const here = '/app/$region/agents/$agentId/$tab';

/** Whom an agent calls by itself. The campaign that is open stands in the address. */
export function CampaignsTab() {
  const { agentId } = useParams({ from: here });
  const { campaign } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  return (
    <Campaigns
      agentId={agentId}
      openId={campaign}
      onOpen={(id) => void navigate({ search: (old) => ({ ...old, campaign: id }) })}
      mayWrite={useMay('agents.publish')}
      mayOpenConversations
    />
  );
}
