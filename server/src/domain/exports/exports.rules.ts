import type { WorkspaceExport } from '@antiphon/contract/exports';
import type { ExportRow } from './exports.queries.ts';

/** A worker that says nothing for so long has died, and another begins anew. */
export const LEASE_MS = 60_000;
/** What kills whoever makes it is not made for ever; a deploy counts as well. */
export const ATTEMPTS_MAX = 5;
/** A job may have been lost. */
export const QUEUED_MS = 10 * 60_000;
/** Of the archive that lie in one piece of the file store, and in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

export const toExport = (row: ExportRow): WorkspaceExport => ({
  id: row.id,
  state: row.state,
  done: row.done,
  total: row.total,
  bytes: row.bytes,
  sha256: row.sha256,
  createdAt: row.createdAt.toISOString(),
  readyAt: row.readyAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
});

/** Numbers beyond those of JSON are texts of digits. */
export const toLine = (row: Record<string, unknown>): string =>
  `${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))}\n`;

export const pathOfData = (name: string) => `data/${name}.jsonl`;
/** The id tells apart what has one name. */
export const pathOfFile = ({ id, name }: { id: string; name: string }) => `files/${id}/${name}`;

/** Only plain letters and digits, since old systems garble the rest. */
export function archiveName(workspaceName: string, createdAt: Date): string {
  const plain = workspaceName
    .normalize('NFKD')
    .replace(/[^0-9A-Za-z]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${['export', plain, createdAt.toISOString().slice(0, 10)].filter((part) => part !== '').join('-')}.zip`;
}

/** The bytes of one range of `Range: bytes=`; null for the whole, `unsatisfiable` for what lies behind the end. */
export function rangeOf(header: string | null, bytes: number): { from: number; to: number } | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from > to || from >= bytes ? 'unsatisfiable' : { from, to };
}

/** The first thing in the archive that somebody opens. */
export const README = `This archive holds what your workspace holds.

data/NAME.jsonl   One table each, in JSON Lines: every line is one record, in UTF-8. Times are UTC (ISO 8601).
                  Amounts of credits are in millionths, as text where they may be larger than a number of JSON.
                  Records name each other by their ids: agentId, conversationId, clientId, fileId ...
data/people.jsonl The people who are members: name and address. Other records name them by userId.
files/ID/NAME     Every uploaded file: of visitors, of agents' knowledge, and pictures. ID is the one in data/files.jsonl.
MANIFEST.json     When it was made, how many records each table has, what is left out and why, and whether the chain of
                  hashes of data/audit_entries.jsonl was whole.
SHA256SUMS        The sum of each file. \`sha256sum -c SHA256SUMS\` compares them all.

It is read page by page while people work: a record that changed meanwhile stands as it was before or after.
Passwords, keys, tokens and what they could be found by are not in it.
`;
