import type { ReadableKind } from './extraction.ports.ts';

/** Media types of stored files and of what sites answer, to what can read them. */
export const READABLE_TYPES: Record<string, ReadableKind> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
};

export const isReadableKind = (kind: string): kind is ReadableKind =>
  Object.values(READABLE_TYPES).includes(kind as ReadableKind);
