import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { forgetFiles } from '../uploads/forget-files.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteRecordings, listExpired } from './call-recordings.system.queries.ts';

const MOST = 200;

/** Recordings whose days are over, bytes before rows: whatever stops it, the next run finds what is left by the rows. */
export async function purgeRecordings(
  deps: { database: Database; fileStore: FileStore },
  scope: SystemScope,
  now = new Date(),
): Promise<void> {
  for (;;) {
    const due = await deps.database.transaction(scope, (tx) => listExpired(tx, now, MOST));
    if (due.length === 0) return;
    for (const { storageKey } of due) if (storageKey) await deps.fileStore.delete(storageKey);
    await deps.database.transaction(scope, async (tx) => {
      await forgetFiles(
        tx,
        scope,
        due.flatMap(({ fileId }) => fileId ?? []),
      );
      await deleteRecordings(
        tx,
        due.map(({ id }) => id),
      );
    });
  }
}
