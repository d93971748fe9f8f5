import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useWorkspace } from '../workspaces/use-workspace.ts';

/** What a schedule is called; its id while that is not known, or where it was deleted. */
export function useScheduleName(): (id: string) => string {
  const { uid } = useWorkspace();
  const { data } = useQuery(query.schedules.list.queryOptions({ input: { uid } }));
  return (id) => data?.items.find((one) => one.id === id)?.name ?? id;
}
