import type { InboxFolder } from '@antiphon/contract/handoffs';
import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address keeps of an inbox, on the page of either shell. */
export type InboxSearch = {
  folder?: InboxFolder | undefined;
  /** The conversation that is open. */
  chat?: string | undefined;
  search?: string | undefined;
  agentId?: string | undefined;
  tag?: string | undefined;
  operatorId?: string | undefined;
  lang?: string | undefined;
};

// Written out: the schema would bring its library into the first load.
export const folders = ['open', 'mine', 'unassigned', 'missed', 'snoozed', 'closed'] as const satisfies InboxFolder[];

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;

/** What is no word where a word belongs is left out. */
export const readInboxSearch = (search: Record<string, unknown>): InboxSearch => ({
  folder: folders.find((folder) => folder === search.folder),
  chat: text(search.chat),
  search: text(search.search),
  agentId: text(search.agentId),
  tag: text(search.tag),
  operatorId: text(search.operatorId),
  lang: text(search.lang),
});

export const useInboxSearch = (): InboxSearch =>
  readInboxSearch(useSearch({ strict: false }) as Record<string, unknown>);

/** Changes the address of the page that it stands on; what is undefined leaves it. An opened conversation brings itself into sight. */
export function useChangeInbox() {
  const navigate = useNavigate();
  return (change: InboxSearch, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: (old: object) => ({ ...old, ...change }),
      replace,
      resetScroll: change.chat === undefined,
    } as never);
}
