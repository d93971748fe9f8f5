import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useIsClient, useWorkspace } from '../workspaces/use-workspace.ts';

export const scriptOriginOf = (clientUrl: string): string => clientUrl || window.location.origin;

/**
 * Where pages bring the script from: the agency's own address where it has one, so that its customers' pages do not name the
 * platform. Null while that is not known; clients are on the agency's host already.
 */
export function useScriptOrigin(): string | null {
  const { uid } = useWorkspace();
  const isClient = useIsClient();
  const agency = useQuery(query.agencies.get.queryOptions({ input: { uid }, enabled: !isClient }));
  if (isClient || agency.isError) return window.location.origin;
  return agency.data ? scriptOriginOf(agency.data.clientUrl) : null;
}
