import type { KnowledgeDocument, ReadingProgress, RefreshRate } from '@antiphon/contract/knowledge';

/** Characters of one document that are kept and searched; a book has about a million. */
export const DOCUMENT_CHARS_MAX = 1_000_000;

export const newProgress = (): ReadingProgress => ({ step: 'waiting', found: 0, read: 0, failed: 0, skipped: 0 });

const HOURS: Record<RefreshRate, number | null> = { '1h': 1, '6h': 6, '12h': 12, '24h': 24, '7d': 168, never: null };

export function nextReadAt(rate: RefreshRate, from: Date): Date | null {
  const hours = HOURS[rate];
  return hours === null ? null : new Date(from.getTime() + hours * 3_600_000);
}

/** What a page is called until it has been read: its address without the scheme. */
export const titleOfAddress = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname === '/' ? '' : decodePath(pathname)}`.slice(0, 200);
};

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** PostgreSQL's text takes neither NUL nor half a surrogate pair. */
export const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

type StoredDocument = Omit<KnowledgeDocument, 'lastReadAt' | 'createdAt'> & {
  lastReadAt: Date | null;
  createdAt: Date;
};

/** A row as it crosses the wire: what is not named here stays inside. */
export const toDocument = (row: StoredDocument): KnowledgeDocument => ({
  id: row.id,
  parentId: row.parentId,
  kind: row.kind,
  title: row.title,
  url: row.url,
  state: row.state,
  stateReason: row.stateReason,
  refreshRate: row.refreshRate,
  progress: row.progress,
  chars: row.chars,
  chunks: row.chunks,
  lastReadAt: row.lastReadAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
