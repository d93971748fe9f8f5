import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { makeLocalDisk } from '../../src/adapters/local-disk/local-disk.ts';

/** A store of files in a temporary folder that goes with the test's file. */
export function openFileStore() {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    fileStore: makeLocalDisk(folder),
    /** How many lie there. */
    count: () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length,
  };
}
