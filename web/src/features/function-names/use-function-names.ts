import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** A text with the names of functions in place of their ids. One that was deleted keeps its id. */
export function useFunctionNames(): (text: string) => string {
  const { uid } = useWorkspace();
  const { data } = useQuery(query.functions.list.queryOptions({ input: { uid } }));
  return (text) => text.replaceAll(/\bfnc_\w+/g, (id) => data?.items.find((line) => line.id === id)?.name ?? id);
}
