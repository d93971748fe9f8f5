import type { Session } from '@antiphon/contract/conversations';

/** What was read page by page with the newest, which were read later and win; the last message first, as the server sorts. */
export function mergeSessions(read: Session[], newest: Session[]): Session[] {
  if (newest.length === 0) return read;
  const byId = new Map([...read, ...newest].map((session) => [session.id, session]));
  return [...byId.values()].toSorted((a, b) => compare(b.lastMessageAt, a.lastMessageAt) || compare(b.id, a.id));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
