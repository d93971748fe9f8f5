import { useNavigate } from '@tanstack/react-router';
import { currentRegion } from '../../api.ts';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { OneAgent } from './conversation-place.ts';
import { AllConversations } from './parts/all-conversations.tsx';

/** Of the agent whose page it stands on; the inbox has a page of its own. */
export function ConversationsTab() {
  const { agent } = useWorkingCopy();
  const navigate = useNavigate();
  return (
    <OneAgent value={agent.ID}>
      <AllConversations
        onTakenOver={(chat) =>
          void navigate({ to: '/app/$region/inbox', params: { region: currentRegion() }, search: { chat } })
        }
      />
    </OneAgent>
  );
}
