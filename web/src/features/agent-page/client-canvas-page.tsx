import { currentRegion } from '../../api.ts';
import { useTexts } from '../../texts/texts.ts';
import { SaveBar } from '../../ui/forms/save-bar.tsx';
import { FlowTab } from '../flow/flow-tab.tsx';
import { PublishButton } from '../working-copy/publish-button.tsx';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { ClientAgent } from './parts/client-agent.tsx';

/** How a client's agent leads a conversation. Its texts are the client's to change, its way the agency's. */
export function ClientCanvasPage({ agentId }: { agentId: string }) {
  const t = useTexts('agent-page');
  return (
    <ClientAgent agentId={agentId} title={t('tabs.prompt')} action={<PublishButton isWhole={false} />}>
      <Canvas />
    </ClientAgent>
  );
}

function Canvas() {
  const { agent, isDirty, isSaving, save, discard } = useWorkingCopy();
  return (
    <>
      <FlowTab isTextAlone />
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
