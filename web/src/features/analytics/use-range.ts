import type { AgentId } from '@antiphon/contract/ids';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../workspaces/use-workspace.ts';
import { ownTimeZone, type RangeSearch, readRange } from './ranges.ts';

/** The range of the address, and how it is changed there. */
export function useRange() {
  const search = useSearch({ strict: false }) as RangeSearch;
  const navigate = useNavigate();
  const { range, from, to } = search;
  const change = ({ range: preset, from: first, to: last }: RangeSearch) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, range: preset, from: first, to: last }),
      replace: true,
    } as never);
  return { ...readRange({ range, from, to }, new Date()), change };
}

/** What every call about an agent's figures names. */
export function useAnalyticsInput(agentId: AgentId) {
  const { uid } = useWorkspace();
  const { days } = useRange();
  return { uid, agentId, ...days, timeZone: ownTimeZone() };
}
