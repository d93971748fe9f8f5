import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { ConversationSearch } from './conversation-filters.ts';

export type ConversationsSearch = ConversationSearch & {
  /** The conversation that is open beside the list. */
  convo?: string | undefined;
  view?: 'all' | 'inbox' | undefined;
  /** The conversation that is open in the inbox. */
  chat?: string | undefined;
};

/** The agent whose list it is; null where the conversations of all agents stand together. */
export const OneAgent = createContext<string | null>(null);
export const useOneAgent = () => useContext(OneAgent);

/** What the address says, on the page of either shell. */
export function useConversationsSearch(): ConversationsSearch {
  const found = useSearch({ strict: false }) as ConversationsSearch;
  const { convo, view, chat, search, activity, channel, unanswered, rating, thumbs, contact, from, to, agentId } =
    found;
  const own = useOneAgent();
  const shown = own === null ? agentId : undefined;
  const filters = { search, activity, channel, unanswered, rating, thumbs, contact, from, to, agentId: shown };
  return { ...filters, convo, view, chat };
}

/** Changes the address of the page that it stands on. */
export function useChangeSearch() {
  const navigate = useNavigate();
  return (change: (old: ConversationsSearch) => ConversationsSearch, { replace = false } = {}) =>
    void navigate({ to: '.', search: change, replace } as never);
}
