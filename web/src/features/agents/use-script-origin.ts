import type { AgencyView } from '@antiphon/contract/agencies';
import type { Demo } from '@antiphon/contract/demo';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api.ts';
import { useIsClient, useWorkspace } from '../workspaces/use-workspace.ts';

/** The address of a demo's brand is gone with the demo, and with it whatever stands on pages by then. */
export const scriptOriginOf = ({ clientUrl, agency }: AgencyView, demo: Demo): string =>
  clientUrl !== '' && agency?.ID !== demo.agencyId ? clientUrl : window.location.origin;

/**
 * Where pages bring the script from: the agency's own address where it has one, so that its customers' pages do not name the
 * platform. Null while that is not known; clients are on the agency's host already.
 */
export function useScriptOrigin(): string | null {
  const { uid } = useWorkspace();
  const isClient = useIsClient();
  const agency = useQuery(query.agencies.get.queryOptions({ input: { uid }, enabled: !isClient }));
  const demo = useQuery(query.demo.get.queryOptions({ input: { uid }, enabled: !isClient }));
  if (isClient || agency.isError || demo.isError) return window.location.origin;
  return agency.data && demo.data ? scriptOriginOf(agency.data, demo.data) : null;
}
