// What backup.mjs writes and restore.mjs reads: FOLDER/wal/* and FOLDER/base/TIME/*.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What PostgreSQL must be set to. A file has its name in the archive only when all of it is on the disk, and a file that came
 * twice, as after a crash, is archived if it is the same. A minute without a full file ends one: no more than that is lost.
 */
export function archiveSettings(folder) {
  const file = `${join(folder, 'wal')}/%f`;
  const keep = `cp "%p" "${file}.part" && sync "${file}.part" && mv "${file}.part" "${file}"`;
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if [ -f "${file}" ]; then cmp -s "%p" "${file}"; else ${keep}; fi`,
  };
}

/** How PostgreSQL fetches what was archived. */
export const restoreCommand = (folder) => `cp "${join(folder, 'wal')}/%f" "%p"`;

/** By the moment it ended, by the database's clock: from then on every moment can be restored from it. */
export const baseName = (endedAt) => endedAt.toISOString().replaceAll(':', '-');

/** Oldest first; `endedAt` is the first moment that can be restored from it. */
export function listBases(folder) {
  const bases = join(folder, 'base');
  return (existsSync(bases) ? readdirSync(bases) : [])
    .filter((name) => /^\d{4}-.*Z$/.test(name))
    .sort()
    .map((name) => ({
      path: join(bases, name),
      endedAt: new Date(name.replace(/T(\d+)-(\d+)-/, 'T$1:$2:')),
    }));
}

/** Debian keeps the programs of each version off the PATH; the newest, unless a version is named. */
export function programOf(name, major) {
  const home = '/usr/lib/postgresql';
  const installed = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const versions = major === undefined ? installed : [String(major)];
  return versions.map((version) => join(home, version, 'bin', name)).find(existsSync) ?? name;
}
