import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { type Caller, callerHeaders, fetchFrom, type TestApi, until } from '../harness/api.ts';
import { ok } from './api-factory.ts';

export type Unpacked = { files: Record<string, Uint8Array>; bytes: Uint8Array };

export const exportsOf = (uid: string) => `/v2/workspaces/${uid}/exports`;

/** Asks for an archive and waits for its end. */
export async function makeArchive(api: TestApi, uid: string, caller: Caller) {
  const { id } = ok(await api.call('POST', exportsOf(uid), { caller, body: {} }));
  return until(
    async () =>
      ok(await api.call('GET', exportsOf(uid), { caller })).items.find((one: { id: string }) => one.id === id),
    ({ state }) => state === 'ready' || state === 'failed',
  );
}

export const download = (
  origin: string,
  uid: string,
  id: string,
  caller: Caller,
  headers: Record<string, string> = {},
) => fetchFrom(`${origin}/api/na${exportsOf(uid)}/${id}/file`, { headers: { ...callerHeaders(caller), ...headers } });

export async function openArchive(origin: string, uid: string, id: string, caller: Caller): Promise<Unpacked> {
  const answer = await download(origin, uid, id, caller);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return unpack(new Uint8Array(await answer.arrayBuffer()));
}

export const unpack = (bytes: Uint8Array): Unpacked => ({ bytes, files: unzipSync(bytes) });

export const textOf = ({ files }: Unpacked, path: string) => new TextDecoder().decode(files[path]);

/** The records of one table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape.
export const recordsOf = (archive: Unpacked, name: string): any[] =>
  textOf(archive, `data/${name}.jsonl`)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Paths whose sum is not the one in `SHA256SUMS`, or that stand in one of both alone. */
export function findWrongSums(archive: Unpacked): string[] {
  const said = new Map(
    textOf(archive, 'SHA256SUMS')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const paths = new Set([...said.keys(), ...Object.keys(archive.files)]);
  paths.delete('SHA256SUMS');
  return [...paths].filter((path) => said.get(path) !== sumOf(archive.files[path]));
}

export const sumOf = (bytes: Uint8Array | undefined) => bytes && createHash('sha256').update(bytes).digest('hex');
