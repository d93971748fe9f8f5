import type { Agent } from '@antiphon/contract/agents';
import { useQueryClient } from '@tanstack/react-query';
import { query } from '../../../api.ts';

/** An environment has another version: the agent as it is answered, and what is listed of it. */
export function useMoved() {
  const queryClient = useQueryClient();
  return async (agent: Agent) => {
    queryClient.setQueryData(query.agents.get.queryKey({ input: { id: agent.ID } }), agent);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: query.agents.listVersions.key() }),
      queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
    ]);
  };
}
