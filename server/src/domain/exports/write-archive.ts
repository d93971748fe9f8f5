import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { verifyChain } from '../audit/verify-chain.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { exportedTables, exportPlan } from './export-plan.queries.ts';
import type { ArchiveWriter } from './exports.ports.ts';
import { countRows, listFilesAfter, listRows } from './exports.queries.ts';
import { pathOfData, pathOfFile, README, toLine } from './exports.rules.ts';
import { listPeople } from './exports.system.queries.ts';

export type WriteDeps = { database: Database; fileStore: FileStore; systemScope: SystemScope };

type Given = { startedAt: Date; signal: AbortSignal; onProgress: (done: number) => Promise<void> };

const text = async function* (content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
};

/** Records and files that there are now. */
export async function countAll({ database }: WriteDeps, scope: Scope): Promise<number> {
  let all = 0;
  for (const table of exportedTables) {
    const rows = await database.reader.transaction(scope, (tx) => countRows(tx, scope, table));
    all += table.name === 'files' ? rows * 2 : rows;
  }
  return all;
}

/** Everything of a workspace into `archive`, a page of rows or one file at a time: memory holds no more, whatever there is. */
export async function writeArchive(deps: WriteDeps, scope: Scope, archive: ArchiveWriter, given: Given): Promise<void> {
  const { startedAt, signal, onProgress } = given;
  const sums: string[] = [];
  let done = 0;
  const advance = async (count: number) => {
    signal.throwIfAborted();
    done += count;
    await onProgress(done);
  };
  const add = async (path: string, content: AsyncIterable<Uint8Array>, isPacked = true) => {
    const sum = createHash('sha256');
    await archive.add(path, summed(content, sum), { isPacked });
    sums.push(`${sum.digest('hex')}  ${path}\n`);
  };

  await add('README.md', text(README));
  const records: Record<string, number> = {};
  for (const table of exportedTables) {
    let rows = 0;
    const pages = readTable(deps, scope, table, async (count) => {
      rows += count;
      await advance(count);
    });
    await add(pathOfData(table.name), pages);
    records[pathOfData(table.name)] = rows;
  }
  const people = await deps.database.reader.transaction(deps.systemScope, (tx) => listPeople(tx, scope.workspaceUid));
  await add(pathOfData('people'), text(people.map(toLine).join('')));
  records[pathOfData('people')] = people.length;

  const missing: string[] = [];
  for await (const file of readFiles(deps, scope)) {
    const bytes = await readBytes(deps, file.storageKey);
    if (bytes) await add(pathOfFile(file), one(bytes), false);
    else missing.push(pathOfFile(file));
    await advance(1);
  }
  const leftOut = Object.entries(exportPlan).flatMap(([name, plan]) => ('not' in plan ? [[name, plan.not]] : []));
  const manifest = {
    format: 1,
    workspaceUid: scope.workspaceUid,
    region: deps.database.region,
    startedAt,
    finishedAt: new Date(),
    records,
    missingFiles: missing,
    auditChain: (await verifyChain({ database: deps.database.reader }, scope)) ?? 'whole',
    leftOut: Object.fromEntries(leftOut),
  };
  await add('MANIFEST.json', text(`${JSON.stringify(manifest, null, 2)}\n`));
  await archive.add('SHA256SUMS', text(sums.join('')), { isPacked: true });
  archive.end();
}

const one = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
};

async function* summed(content: AsyncIterable<Uint8Array>, sum: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    sum.update(chunk);
    yield chunk;
  }
}

/** Each page in a transaction of its own, so that a large workspace holds nothing open. */
async function* readTable(
  { database }: WriteDeps,
  scope: Scope,
  table: (typeof exportedTables)[number],
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let after: unknown[] | null = null;
  for (;;) {
    const rows: Record<string, unknown>[] = await database.reader.transaction(scope, (tx) =>
      listRows(tx, scope, table, after),
    );
    const last = rows.at(-1);
    if (!last) return;
    after = table.by.map(([name]) => last[name]);
    await onRows(rows.length);
    yield Buffer.from(rows.map(toLine).join(''));
    if (rows.length < table.most) return;
  }
}

async function* readFiles({ database }: WriteDeps, scope: Scope) {
  let after = '';
  for (;;) {
    const files = await database.reader.transaction(scope, (tx) => listFilesAfter(tx, scope, after));
    yield* files;
    const last = files.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Null where the file store has lost it, which the manifest then says. */
async function readBytes({ fileStore }: WriteDeps, key: string): Promise<Uint8Array | null> {
  try {
    return await fileStore.get(key);
  } catch (error) {
    if (error instanceof VendorFailure && error.kind === 'not_found') return null;
    throw error;
  }
}
