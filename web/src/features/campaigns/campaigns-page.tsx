import type { AgentId } from '@antiphon/contract/ids';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { Campaigns } from './parts/campaigns.tsx';

/** Of one agent of a client, in their dashboard. What a client makes waits for their agency. */
export function CampaignsPage({ agentId }: { agentId: AgentId }) {
  const t = useTexts('campaigns');
  const { pages } = useClient();
  const { campaign } = useSearch({ strict: false }) as { campaign?: string };
  const navigate = useNavigate();
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Campaigns
        agentId={agentId}
        openId={campaign}
        onOpen={(id) => void navigate({ to: '.', search: { campaign: id } } as never)}
        mayWrite
        mayOpenConversations={pages.includes('/convos')}
      />
    </Page>
  );
}
