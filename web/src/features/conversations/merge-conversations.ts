import type { Conversation } from '@antiphon/contract/conversations';

/** What was read page by page with the newest, which were read later and win; the last message first, as the server sorts. */
export function mergeConversations(read: Conversation[], newest: Conversation[]): Conversation[] {
  if (newest.length === 0) return read;
  const byId = new Map([...read, ...newest].map((conversation) => [conversation.id, conversation]));
  return [...byId.values()].toSorted((a, b) => compare(b.lastMessageAt, a.lastMessageAt) || compare(b.id, a.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
