import { useQueryClient } from '@tanstack/react-query';
import { query } from '../../api.ts';

/** Reads again what tells of an agent's documents elsewhere: its counts, the lists, the questions it could not answer. */
export function useAgentCounts(agentId: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: query.knowledge.list.key() }),
      queryClient.invalidateQueries({ queryKey: query.agents.get.key({ input: { id: agentId } }) }),
      queryClient.invalidateQueries({ queryKey: query.agents.list.key() }),
      queryClient.invalidateQueries({ queryKey: query.unanswered.list.key() }),
      queryClient.invalidateQueries({ queryKey: query.analytics.listQuestions.key() }),
    ]);
}
