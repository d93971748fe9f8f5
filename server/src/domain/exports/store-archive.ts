import { createHash } from 'node:crypto';
import type { ExportId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { type Lease, LeaseLost } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { newStorageKey } from '../uploads/uploads.rules.ts';
import { hasPart, insertPart } from './exports.queries.ts';
import { PART_BYTES } from './exports.rules.ts';

export type StoreDeps = { database: Database; fileStore: FileStore };

/** Stores an archive while it grows, piece by piece. Fails with `LeaseLost` where another worker makes it by now. */
export async function storeArchive(
  deps: StoreDeps,
  scope: Scope,
  id: ExportId,
  lease: Lease,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const sum = createHash('sha256');
  let [bytes, number] = [0, 0];
  for await (const part of inParts(chunks, PART_BYTES)) {
    sum.update(part);
    bytes += part.byteLength;
    number += 1;
    await storePart(deps, scope, id, lease, { number, part });
  }
  return { bytes, sha256: sum.digest('hex') };
}

async function storePart(
  { database, fileStore }: StoreDeps,
  scope: Scope,
  id: ExportId,
  lease: Lease,
  { number, part }: { number: number; part: Uint8Array },
) {
  const storageKey = newStorageKey(database.region);
  const row = { exportId: id, number, storageKey, bytes: part.byteLength };
  if (!(await database.transaction(scope, (tx) => insertPart(tx, scope, lease, row)))) throw new LeaseLost();
  await fileStore.put(storageKey, part);
  // Whoever took over has deleted what it found, which was the row without its bytes.
  const what = { id, number, attempt: lease.attempt };
  if (await database.transaction(scope, (tx) => hasPart(tx, scope, what))) return;
  await fileStore.delete(storageKey);
  throw new LeaseLost();
}

export async function* inParts(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (let chunk of chunks) {
    while (bytes + chunk.byteLength >= most) {
      yield Buffer.concat([...waiting, chunk.subarray(0, most - bytes)]);
      chunk = chunk.subarray(most - bytes);
      [waiting, bytes] = [[], 0];
    }
    if (chunk.byteLength > 0) waiting.push(chunk);
    bytes += chunk.byteLength;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
