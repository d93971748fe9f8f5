// A folder for what tests store, in memory where there is room: on the disk of a small machine, making the files of one more
// database takes ten times as much of the processor.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const PLACE = '/dev/shm';
const PREFIX = 'tests-of-';
const ROOM_BYTES = 6_000_000_000;

/** Undefined where the usual folder has to do. It is gone when this process is. */
export function makeMemoryFolder() {
  try {
    // What a run that was killed left would be held in memory for good.
    for (const name of readdirSync(PLACE))
      if (name.startsWith(PREFIX) && !existsSync(`/proc/${name.slice(PREFIX.length)}`)) remove(join(PLACE, name));
    const { bavail, bsize } = statfsSync(PLACE);
    if (Math.min(bavail * bsize, freemem()) < ROOM_BYTES) return undefined;
    const folder = join(PLACE, `${PREFIX}${process.pid}`);
    // PostgreSQL runs as a user of its own.
    mkdirSync(folder, { mode: 0o755 });
    process.on('exit', () => remove(folder));
    return folder;
  } catch {
    return undefined;
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
