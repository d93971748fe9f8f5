import { useNavigate, useSearch } from '@tanstack/react-router';

const panels = ['account', 'about', 'add-user', 'new-agent', 'feedback', 'billing'] as const;
export type ClientPanel = (typeof panels)[number];

/** The drawer that lies open over the page, as the address says. */
export function usePanel() {
  const given = (useSearch({ strict: false }) as { panel?: unknown }).panel;
  const navigate = useNavigate();
  const go = (panel: ClientPanel | undefined) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, panel })) as never });
  return {
    panel: panels.find((panel) => panel === given) ?? null,
    show: (panel: ClientPanel) => go(panel),
    close: () => go(undefined),
  };
}
