import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useWorkingCopy } from '../working-copy/working-copy.tsx';
import { useWorkspace } from '../workspaces/use-workspace.ts';

const LOOK_EVERY_MS = 10_000;

/** Where people reach the agent that is open, read anew while it is seen: messages come and go without a change here. */
export function useChannels({ everyMs = LOOK_EVERY_MS }: { everyMs?: number } = {}) {
  const { uid } = useWorkspace();
  const { agent } = useWorkingCopy();
  return useQuery(
    query.channels.list.queryOptions({ input: { uid, agentId: agent.ID }, refetchInterval: everyMs, staleTime: 0 }),
  );
}
