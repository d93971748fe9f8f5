import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api.ts';
import { useWorkingCopy } from '../../working-copy/working-copy.tsx';
import { useWorkspace } from '../../workspaces/use-workspace.ts';

/** The functions that the agent may call, by name. */
export function useBoundFunctions() {
  const { uid } = useWorkspace();
  const { settings } = useWorkingCopy();
  const functions = useQuery({
    ...query.functions.list.queryOptions({ input: { uid } }),
    enabled: settings.functions.length > 0,
  });
  const bound = new Set(settings.functions.map(({ functionId }) => functionId));
  return (functions.data?.items ?? []).filter(({ id }) => bound.has(id));
}
