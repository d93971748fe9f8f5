import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Two processes can open one embedded database without an error, and what the second one commits vanishes. So the first
 * leaves its process id in `lock`; a lock whose process is gone (a kill, a crash) is taken over.
 * Not covered: two containers with separate process ids on one shared folder.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock');
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(await readFile(path, 'utf8').catch(() => '0'));
    if (owner > 0 && owner !== process.pid && isRunning(owner)) throw new FolderInUse(folder, owner);
    await rm(path, { force: true });
  }
}

export class FolderInUse extends Error {
  constructor(folder: string, owner: number) {
    super(
      `The data folder ${folder} is in use by process ${owner}. Stop that one first, or start this one with another DATA_DIR.`,
    );
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
