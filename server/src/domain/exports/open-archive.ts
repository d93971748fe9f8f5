import { Readable } from 'node:stream';
import { fail } from '@antiphon/contract/errors';
import type { ExportId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandOwn } from './exports.policy.ts';
import { findExport, findWorkspaceName, listParts, type PartRow } from './exports.queries.ts';
import { archiveName, rangeOf } from './exports.rules.ts';

type Deps = { database: Database; fileStore: FileStore };

/**
 * An archive to whoever asked for it, whole or from where a download broke off. A piece of it at a time is in memory. Each
 * download from the beginning stands in the audit log.
 */
export async function openArchive(deps: Deps, member: Member, id: ExportId, range: string | null): Promise<Response> {
  const { scope } = member;
  const { row, parts, name } = await deps.database.transaction(scope, async (tx) => {
    const row = demandOwn(member, await findExport(tx, scope, id));
    if (row.state !== 'ready') fail('not_found');
    if (!range || /^bytes=0-/.test(range))
      await recordAudit(tx, scope, { actor: actorOf(member), action: 'workspace.download_export', target: id });
    return { row, parts: await listParts(tx, scope, id, row.leaseAttempt), name: await findWorkspaceName(tx, scope) };
  });
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${archiveName(name, row.createdAt)}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    etag: `"${row.sha256}"`,
  };
  const asked = rangeOf(range, row.bytes);
  if (asked === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${row.bytes}` } });
  const { from, to } = asked ?? { from: 0, to: row.bytes - 1 };
  const body = Readable.toWeb(Readable.from(readParts(deps, parts, from, to), { objectMode: false, highWaterMark: 1 }));
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(asked ? { 'content-range': `bytes ${from}-${to}/${row.bytes}` } : {}),
    },
  });
}

/** From the byte `from` to the byte `to`, both with. */
async function* readParts({ fileStore }: Deps, parts: readonly PartRow[], from: number, to: number) {
  let begins = 0;
  for (const { storageKey, bytes } of parts) {
    const ends = begins + bytes;
    if (ends > from && begins <= to) {
      const part = await fileStore.get(storageKey);
      yield part.subarray(Math.max(0, from - begins), Math.min(bytes, to + 1 - begins));
    }
    begins = ends;
  }
}
