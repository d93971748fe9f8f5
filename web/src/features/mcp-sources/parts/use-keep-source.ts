import type { McpSource } from '@antiphon/contract/mcp-sources';
import { useQueryClient } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** Shows a source as the server answered it, and reads again what depends on it. */
export function useKeepSource() {
  const { uid } = useWorkspace();
  const queryClient = useQueryClient();
  return async (source: McpSource) => {
    queryClient.setQueryData(query.mcpSources.get.queryKey({ input: { uid, sourceId: source.id } }), source);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: query.mcpSources.list.key() }),
      queryClient.invalidateQueries({ queryKey: query.functions.key() }),
    ]);
  };
}
