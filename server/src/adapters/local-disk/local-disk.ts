import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from '../../domain/uploads/uploads.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

/** The form of `newStorageKey`: nothing that could leave the folder. */
const KEY = /^[a-z]{2}\/[0-9A-Za-z]{22}$/;

/** Files in a folder of this machine, one folder a region. They are written beside their place first, so that none is ever half. */
export function makeLocalDisk(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new VendorFailure('invalid', 'Not a storage key.');
    return join(folder, key);
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
    },
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new VendorFailure('not_found', 'No such file.');
        throw error;
      }
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // What a process left half that was killed while it wrote.
      await rm(`${path}.part`, { force: true });
    },
  };
}
