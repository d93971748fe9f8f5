import { useTexts } from '../../texts/texts.ts';
import { KnowledgeTab } from '../knowledge/knowledge-tab.tsx';
import { ClientAgent } from './parts/client-agent.tsx';

/** What a client's agent answers from. */
export function ClientKnowledgePage({ agentId }: { agentId: string }) {
  const t = useTexts('agent-page');
  return (
    <ClientAgent agentId={agentId} title={t('tabs.kb')}>
      <KnowledgeTab />
    </ClientAgent>
  );
}
