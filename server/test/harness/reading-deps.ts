import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sniffFileKind } from '../../src/adapters/file-type/sniff-file-kind.ts';
import { makeGuardedFetch } from '../../src/adapters/guarded-fetch/guarded-fetch.ts';
import { makeLocalDisk } from '../../src/adapters/local-disk/local-disk.ts';
import { makeParsing } from '../../src/adapters/parsing/parsing.ts';
import { cleanPicture, drawPhoto } from '../../src/adapters/picture-cleaning/clean-picture.ts';

/** The real adapters of uploads and reading, with a folder of their own; `allowed` are the sites of the test. */
export async function makeReadingVendors(allowed: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const fetchPage = makeGuardedFetch({ allowed, contact: 'https://example.com/reader' });
  const { close, ...parsing } = makeParsing();
  return {
    folder,
    vendors: { fetchPage, ...parsing, sniffFileKind, cleanPicture, drawPhoto, fileStore: makeLocalDisk(folder) },
    async close() {
      await fetchPage.close();
      await close();
      await rm(folder, { recursive: true });
    },
  };
}
