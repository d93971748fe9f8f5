import { useNavigate, useSearch } from '@tanstack/react-router';

export type Panel = 'workspace' | 'invite' | 'new-workspace';

/** What lies open over the page, as the address says: a panel of the workspace, or one member's permissions. */
export function usePanel() {
  const { panel, member } = useSearch({ from: '/app/$region' });
  const navigate = useNavigate();
  const show = (next: { panel?: Panel | undefined; member?: string | undefined }) =>
    void navigate({ to: '.', search: (before) => ({ ...before, panel: undefined, member: undefined, ...next }) });
  return { panel, member, show, close: () => show({}) };
}
