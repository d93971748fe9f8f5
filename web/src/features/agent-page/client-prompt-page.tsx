import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { PublishButton } from '../working-copy/publish-button.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { ClientAgent } from './parts/client-agent.tsx';
import { PromptTab } from './parts/prompt-tab.tsx';

/** What a client's agent says: its prompt and its first words. What it costs and may do is the agency's. */
export function ClientPromptPage({ agentId }: { agentId: string }) {
  const t = useTexts('agent-page');
  return (
    <ClientAgent agentId={agentId} title={t('tabs.nodes')} action={<PublishButton isWhole={false} />}>
      <Prompt />
    </ClientAgent>
  );
}

function Prompt() {
  const { agent, isDirty, isSaving, save, discard } = useWorkingCopy();
  return (
    <>
      <PromptTab hasModel={false} />
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        onSave={() => void save()}
        onDiscard={discard}
        within={`/app/${currentRegion()}/agents/${agent.ID}/`}
      />
    </>
  );
}
