import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Two processes with one journal would each believe its own memory. So the first leaves its process id beside it; that of a
 * process which is gone (a kill, a crash) is taken over.
 */
export function lockJournal(journal: string): () => void {
  const path = `${journal}.lock`;
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readOwner(path));
    if (owner > 0 && owner !== process.pid && isRunning(owner))
      throw new Error(`${journal} is in use by process ${owner}.`);
    rmSync(path, { force: true });
  }
}

function readOwner(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '0';
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
