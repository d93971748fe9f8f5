import type { AgentSettings, AgentVersion } from '@antiphon/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';

/** A version never changes, so that it is read once. What is told beside its settings may be old. */
export const useVersionSettings = (id: string, number: number | null) =>
  useQuery<AgentVersion & { settings: AgentSettings }>(
    query.agents.getVersion.queryOptions({
      input: { id, number: number ?? 0 },
      enabled: number !== null,
      staleTime: Infinity,
    }),
  );
