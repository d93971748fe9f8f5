import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { Leads } from './parts/leads.tsx';

/** Of the agent whose page it stands on. */
export function LeadsTab() {
  const { agent } = useWorkingCopy();
  return <Leads agentId={agent.ID} />;
}
