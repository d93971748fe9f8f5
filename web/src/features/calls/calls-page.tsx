import type { CallState } from '@antiphon/contract/calls';
import type { AgentId } from '@antiphon/contract/ids';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../texts/texts.ts';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { useClient } from '../client-sessions/use-client.ts';
import { type CallChoice, Calls } from './parts/calls.tsx';

const states: CallState[] = ['live', 'ended'];

/** Of all agents of a client, in their dashboard. What calls cost is their agency's. */
export function CallsPage() {
  const t = useTexts('calls');
  const { agents, pages } = useClient();
  const search = useSearch({ strict: false }) as { agentId?: string; calls?: string };
  const navigate = useNavigate();
  const chosen: CallChoice = {
    agentId: agents.find(({ ID }) => ID === search.agentId)?.ID as AgentId | undefined,
    state: states.find((state) => state === search.calls),
  };
  const choose = ({ agentId, state }: CallChoice) =>
    void navigate({ to: '.', search: { agentId, calls: state }, replace: true } as never);
  return (
    <Page>
      <PageHeader title={t('title')} />
      <Calls
        chosen={chosen}
        onChoose={choose}
        agents={agents}
        hasCredits={false}
        mayOpen={pages.includes('/convos')}
        mayEnd
        howTo={t('empty.forClients')}
      />
    </Page>
  );
}
