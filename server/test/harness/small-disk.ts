import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from './postgres-server.ts';

const PIECE = Buffer.alloc(1024 * 1024);

/** A disk of its own at the empty folder `path`, which can be filled to the last byte. It takes root. */
export function mountSmallDisk(path: string, megabytes: number) {
  const user = unprivilegedUser();
  if (!user) throw new Error('disks are mounted by root alone');
  const options = `size=${megabytes}m,mode=0700,uid=${user.uid},gid=${user.gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'small-disk', path]);
  const ballast = join(path, 'ballast');
  // What has files open there may end in peace.
  const unmount = () => void spawnSync('umount', ['-l', path]);
  process.once('exit', unmount);
  return {
    fill() {
      try {
        for (;;) writeFileSync(ballast, PIECE, { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      process.off('exit', unmount);
      unmount();
    },
  };
}
