import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { newStorageKey } from '../uploads/uploads.rules.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { FontFiles } from './fonts.ports.ts';
import { type FontRow, findFont, markFailed, markReady, markWantedAgain } from './fonts.system.queries.ts';

export type FontDeps = { database: Database; systemScope: SystemScope; fileStore: FileStore; fontFiles: FontFiles };

/**
 * Brings the files of a font into the store, once for everybody. Throws what may pass by itself, to be tried again; what does not is
 * remembered. Of two that bring it at once the first one's files stay.
 */
export async function bringFont({ database, systemScope, fileStore, fontFiles }: FontDeps, id: string): Promise<void> {
  const font = await database.transaction(systemScope, (tx) => findFont(tx, systemScope, id));
  if (font?.state !== 'wanted') return;
  const faces: FontRow['faces'] = [];
  try {
    for (const { bytes, ...face } of await fontFiles.bring(id)) {
      const storageKey = newStorageKey(database.region);
      faces.push({ ...face, storageKey });
      await fileStore.put(storageKey, bytes);
    }
    const isFirst = await database.transaction(systemScope, (tx) => markReady(tx, systemScope, id, faces));
    if (!isFirst) await deleteFiles(fileStore, faces);
  } catch (error) {
    await deleteFiles(fileStore, faces);
    if (!(error instanceof VendorFailure) || error.canRetry) throw error;
    await database.transaction(systemScope, (tx) => markFailed(tx, systemScope, id));
  }
}

async function deleteFiles(fileStore: FileStore, faces: FontRow['faces']) {
  for (const { storageKey } of faces) await fileStore.delete(storageKey).catch(() => undefined);
}

/** Those whose bringing was given up, or lost. */
export async function wantLateFonts(database: Database, systemScope: SystemScope): Promise<void> {
  await database.transaction(systemScope, async (tx) => {
    for (const font of await markWantedAgain(tx, systemScope))
      await emit(tx, systemScope, { type: 'font_wanted', payload: { font } });
  });
}
